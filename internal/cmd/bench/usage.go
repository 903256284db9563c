// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// usage is the cost of provider processes.
type usage struct {
	CPU  time.Duration `json:"cpu_ns"`     // user and system time of all of them
	Peak int64         `json:"peak_bytes"` // of the largest; 0 where the system does not tell
}

func usageOf(ended *os.ProcessState) usage {
	return usage{CPU: ended.UserTime() + ended.SystemTime(), Peak: peakBytes(ended)}
}

func (u usage) writeTo(out io.Writer) error {
	if err := json.NewEncoder(out).Encode(u); err != nil {
		return fmt.Errorf("writing a usage record: %w", err)
	}
	return nil
}

// takeUsage adds up the records of meters in a directory, and removes them.
func takeUsage(dir string) (total usage, err error) {
	records, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return total, fmt.Errorf("looking for usage records: %w", err)
	}
	for _, record := range records {
		content, err := os.ReadFile(record)
		if err != nil {
			return total, fmt.Errorf("reading a usage record: %w", err)
		}
		var one usage
		if err := json.Unmarshal(content, &one); err != nil {
			return total, fmt.Errorf("a provider was killed before it could be measured: %w", err)
		}
		total.CPU += one.CPU
		total.Peak = max(total.Peak, one.Peak)
		if err := os.Remove(record); err != nil {
			return total, fmt.Errorf("removing a usage record: %w", err)
		}
	}
	return total, nil
}
