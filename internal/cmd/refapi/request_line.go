// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// logged writes one line for each request. It omits queries, headers and bodies,
// because they may contain secrets.
func logged(api *refapi.API, logger *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		recorder := &statusRecorder{ResponseWriter: w}
		defer func() {
			logger.Info("request", "method", r.Method, "path", r.URL.EscapedPath(), "status", recorder.status, "took", time.Since(start))
			// This process does not use the API's own request log. Without the reset,
			// that log would grow without limit.
			api.ResetRequests()
		}()
		api.ServeHTTP(recorder, r)
	})
}

// statusRecorder records the status of a response. A status of 0 shows that the
// connection was closed without a response.
type statusRecorder struct {
	http.ResponseWriter
	status int
}

func (r *statusRecorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

// Unwrap gives http.ResponseController access to the underlying writer.
func (r *statusRecorder) Unwrap() http.ResponseWriter {
	return r.ResponseWriter
}
