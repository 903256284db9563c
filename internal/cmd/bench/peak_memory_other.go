// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

//go:build !unix

package main

import "os"

func peakBytes(*os.ProcessState) int64 {
	return 0
}
