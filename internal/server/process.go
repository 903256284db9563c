// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"os"
	"runtime/debug"
)

// silenceUnreadLogs turns logging off unless the user asks for logs. By default, the loggers of
// the plugin libraries write several lines of JSON for every call, at level TRACE: see
// opts.Level in NewRootSDKLogger and NewRootProviderLogger, in tfsdklog/sdk.go of
// terraform-plugin-log v0.11.0. The CLI parses and discards these lines. Without them, a plan
// without changes needs only half the CPU time. If TestLibrariesLogUnasked fails, the libraries
// no longer log by default. Then keep only TF_LOG_SDK_FRAMEWORK.
//
// The log of the framework stays off unless the user names it, because its paths contain the
// elements of sets, such as sensitive email addresses.
func silenceUnreadLogs() {
	names := []string{"TF_LOG_SDK_FRAMEWORK", "TF_LOG_SDK", "TF_LOG_SDK_PROTO", "TF_LOG_PROVIDER_TRAFFICEDGE"}
	if os.Getenv("TF_LOG") != "" || os.Getenv("TF_LOG_PROVIDER") != "" {
		names = []string{"TF_LOG_SDK_FRAMEWORK"}
	}
	for _, name := range names {
		if os.Getenv(name) == "" {
			_ = os.Setenv(name, "OFF")
		}
	}
}

// gcPercent lets the heap grow to three and a half times the live heap, which takes only a few
// MiB. A plan without changes uses up to 40 MiB for 1000 objects. Go's default would save 8 MiB,
// but would take a quarter more CPU time, because Go would collect garbage dozens of times.
const gcPercent = 250

// collectLessOften sets [gcPercent], unless the environment configures the garbage collector.
func collectLessOften() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(gcPercent)
	}
}
