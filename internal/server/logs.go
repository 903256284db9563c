// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import "os"

// silenceUnreadLogs turns off the logs that nobody asked for. Without a level of
// its own, a logger of the plugin libraries writes at TRACE: opts.Level in
// NewRootSDKLogger and NewRootProviderLogger, in tfsdklog/sdk.go of
// terraform-plugin-log v0.11.0. A call for one object then costs several lines of
// JSON, which the CLI parses before it drops them. Turning them off halves the
// CPU that a plan without changes takes.
//
// TestLibrariesLogUnasked fails with libraries that write nothing unless asked.
// Delete this file and its tests then.
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
