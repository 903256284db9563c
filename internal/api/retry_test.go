// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// A service that never answers costs the timeout at each attempt.
func TestClient_noEndToTheHeaders(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		attempts := 0
		client := scripted(t, Config{MaxRetries: 2, MaxRetryWait: time.Second}, func(req *http.Request) *http.Response {
			attempts++
			<-req.Context().Done()
			return nil
		})
		start := time.Now()
		_, err := client.GetFailoverBackend(t.Context(), "x")
		if err == nil || !strings.Contains(err.Error(), "no complete answer within 1m0s") {
			t.Errorf("got %v", err)
		}
		if took := time.Since(start); attempts != 3 || took < 3*time.Minute || took > 3*time.Minute+2*time.Second {
			t.Errorf("made %d attempts in %s", attempts, took)
		}
	})
}
