// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import "os"

// silenceUnreadLogs turns logging off unless the user asks for logs. By default, the
// loggers of the plugin libraries write at level TRACE: see opts.Level in NewRootSDKLogger
// and NewRootProviderLogger, in tfsdklog/sdk.go of terraform-plugin-log v0.11.0. Every
// call of the provider then writes several lines of JSON. The CLI parses these lines and
// discards them. With logging off, a plan without changes needs only half the CPU time.
//
// If TestLibrariesLogUnasked fails, the libraries no longer log by
// default. In that case, delete this file and its tests.
func silenceUnreadLogs() {
	if os.Getenv("TF_LOG") != "" || os.Getenv("TF_LOG_PROVIDER") != "" {
		return
	}
	for _, name := range []string{"TF_LOG_SDK", "TF_LOG_SDK_PROTO", "TF_LOG_SDK_FRAMEWORK", "TF_LOG_PROVIDER_TRAFFICEDGE"} {
		if os.Getenv(name) == "" {
			_ = os.Setenv(name, "OFF")
		}
	}
}
