// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"errors"
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

// A busy service is asked as often as one that fails.
func TestClient_busyService(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client := scripted(t, Config{MaxRetries: 2, MaxRetryWait: time.Minute}, func(req *http.Request) *http.Response {
			return scriptedAnswer(req, http.StatusServiceUnavailable, "1", "<html>busy</html>")
		})
		_, err := client.GetFailoverBackend(t.Context(), "x")
		if failure, ok := errors.AsType[*Error](err); !ok || failure.Status != http.StatusServiceUnavailable || failure.Attempts != 3 {
			t.Errorf("got %+v", err)
		}
	})
}

// A write under way when its context ends finishes and returns its result, so that
// a created object is not lost.
func TestClient_cancelledWriteIsFinished(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		client := scripted(t, Config{}, func(req *http.Request) *http.Response {
			cancel()
			// An attempt that ended with its context would have ended meanwhile.
			<-time.After(time.Second)
			return scriptedAnswer(req, http.StatusCreated, "", `{"id":"made","uri":"https://api.example.com/backends/failover/made",`+
				`"created_at":"2026-01-01T00:00:00Z","description":"","metadata":"","backends":[]}`)
		})
		created, err := client.CreateFailoverBackend(ctx, FailoverBackendSettings{})
		if err != nil || created.ID != "made" {
			t.Errorf("got %v, %v", created, err)
		}
	})
}
