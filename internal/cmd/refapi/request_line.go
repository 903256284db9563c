// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// logged writes one line for each request. It never writes a query, a header or
// a body, because any may hold a secret.
func logged(api *refapi.API, logger *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		recorder := &statusRecorder{ResponseWriter: w}
		defer func() {
			logger.Info("request", "method", r.Method, "path", r.URL.EscapedPath(), "status", recorder.status, "took", time.Since(start))
			// This process does not use the API's own log, which would grow for as
			// long as the process lives.
			api.ResetRequests()
		}()
		api.ServeHTTP(recorder, r)
	})
}

// statusRecorder records the status; 0 means that the connection was cut.
type statusRecorder struct {
	http.ResponseWriter
	status int
}

func (r *statusRecorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

// Unwrap lets http.ResponseController reach the writer underneath.
func (r *statusRecorder) Unwrap() http.ResponseWriter {
	return r.ResponseWriter
}
