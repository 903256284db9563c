// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"os"
	"runtime/debug"
)

// GCPercent lets the heap grow to four times the size of the live heap, which is only
// a few MiB. With GCPercent, a plan without changes uses up to 39 MiB for 1000
// objects and 57 MiB for 5000 objects. With Go's default, it would use up to 30 MiB
// and 39 MiB, but also a quarter more CPU time: a plan for 1000 objects would collect
// garbage dozens of times.
const GCPercent = 300

// collectLessOften sets [GCPercent], unless the environment configures the garbage
// collector.
func collectLessOften() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(GCPercent)
	}
}
