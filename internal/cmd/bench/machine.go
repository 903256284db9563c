// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

// describeMachine returns the time, the machine and the versions of a measurement.
func (b bench) describeMachine(ctx context.Context) (string, error) {
	cli, err := terraformcli.New(b.cli, filepath.Join(b.work, "version"), "")
	if err != nil {
		return "", err
	}
	version, err := cli.Run(ctx, "version")
	if err != nil {
		return "", err
	}
	firstLine, _, _ := strings.Cut(version, "\n")
	parts := []string{
		time.Now().UTC().Format(time.DateOnly),
		fmt.Sprintf("%d CPUs", runtime.NumCPU()),
	}
	if memory := memoryBytes(); memory > 0 {
		parts = append(parts, fmt.Sprintf("%.0f GiB of memory", mebibytes(memory)/1024))
	}
	return strings.Join(append(parts, runtime.GOOS+"/"+runtime.GOARCH, runtime.Version(), strings.TrimSpace(firstLine)), ", "), nil
}

// memoryBytes returns the size of the machine's memory, or 0 without /proc/meminfo.
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
