package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// describeMachine says when, where and with what is measured.
func describeMachine(cli commandLine) string {
	parts := []string{
		time.Now().UTC().Format(time.DateOnly),
		fmt.Sprintf("%d CPUs", runtime.NumCPU()),
	}
	if memory := memoryBytes(); memory > 0 {
		parts = append(parts, fmt.Sprintf("%.0f GiB of memory", mebibytes(memory)/1024))
	}
	return strings.Join(append(parts, runtime.GOOS+"/"+runtime.GOARCH, runtime.Version(), cli.version), ", ")
}

// memoryBytes is the size of the machine's memory, or 0 where it is not told as Linux tells it.
func memoryBytes() int64 {
	file, err := os.Open("/proc/meminfo")
	if err != nil {
		return 0
	}
	defer file.Close() //nolint:errcheck // it was only read
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var kibibytes int64
		if _, err := fmt.Sscanf(lines.Text(), "MemTotal: %d kB", &kibibytes); err == nil {
			return kibibytes * 1024
		}
	}
	return 0
}

func mebibytes(bytes int64) float64 {
	return float64(bytes) / (1 << 20)
}
