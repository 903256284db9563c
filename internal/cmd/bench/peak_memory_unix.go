// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peakBytes returns the peak memory of a process. On Linux it includes the memory that the meter used when it
// started the process, which is less than any provider needs.
func peakBytes(ended *os.ProcessState) int64 {
	rusage, ok := ended.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	peak := int64(rusage.Maxrss) //nolint:unconvert // it has 32 bits on some systems
	if runtime.GOOS == "darwin" {
		return peak
	}
	return peak * 1024
}
