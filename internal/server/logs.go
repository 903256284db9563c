package server

import (
	"fmt"
	"os"
)

// silenceUnreadLogs turns off the logs that the CLI would throw away. The plugin
// libraries write several lines for each request, in JSON that the CLI parses
// before it looks at the level, which takes both a good part of their time.
func silenceUnreadLogs() error {
	for _, name := range []string{"TF_LOG", "TF_LOG_PROVIDER"} {
		if os.Getenv(name) != "" {
			return nil
		}
	}
	for _, name := range []string{"TF_LOG_SDK", "TF_LOG_SDK_PROTO", "TF_LOG_SDK_FRAMEWORK", "TF_LOG_PROVIDER_TRAFFICEDGE"} {
		if os.Getenv(name) != "" {
			continue
		}
		if err := os.Setenv(name, "OFF"); err != nil {
			return fmt.Errorf("turning logs off that nobody reads: %w", err)
		}
	}
	return nil
}
