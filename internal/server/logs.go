package server

import (
	"fmt"
	"os"
)

// silenceUnreadLogs turns off the logs that the CLI would throw away. The plugin
// libraries write several lines for each request, in JSON that the CLI parses
// before it looks at the level, which takes both a good part of their time.
// Silent is false where somebody has asked for any of them.
func silenceUnreadLogs() (silent bool, err error) {
	for _, name := range []string{"TF_LOG", "TF_LOG_PROVIDER"} {
		if os.Getenv(name) != "" {
			return false, nil
		}
	}
	silent = true
	for _, name := range []string{"TF_LOG_SDK", "TF_LOG_SDK_PROTO", "TF_LOG_SDK_FRAMEWORK", "TF_LOG_PROVIDER_TRAFFICEDGE"} {
		if os.Getenv(name) != "" {
			silent = false
			continue
		}
		if err := os.Setenv(name, "OFF"); err != nil {
			return false, fmt.Errorf("turning logs off that nobody reads: %w", err)
		}
	}
	return silent, nil
}
