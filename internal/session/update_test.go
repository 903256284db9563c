// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session_test

import (
	"context"
	"io"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

func updateBackend(ctx context.Context, s *session.Session, known session.Known, isApplied func(*api.FailoverBackend) bool) (*api.FailoverBackend, error) {
	return s.FailoverBackends.Update(ctx, known, func() (*api.FailoverBackend, error) {
		return s.API.UpdateFailoverBackend(ctx, known.ID, api.FailoverBackendSettings{})
	}, isApplied)
}

func updateEdge(ctx context.Context, s *session.Session, known session.Known, isApplied func(*api.TLSEdge) bool) (*api.TLSEdge, error) {
	return s.TLSEdges.Update(ctx, known, func() (*api.TLSEdge, error) {
		return s.API.UpdateTLSEdge(ctx, known.ID, api.TLSEdgeSettings{}, []string{"metadata"})
	}, isApplied)
}

// After an update, reads may show the previous settings for some seconds. The session
// repeats such a read, whatever an incomplete response to the update shows.
func TestUpdate_readsLag(t *testing.T) {
	t.Parallel()
	const before, after = "before", "after"
	for name, test := range map[string]struct {
		status     int
		lags, gets int64
		response   string
		want       string
	}{
		"no lag":           {204, 0, 1, "", after},
		"lag":              {204, 2, 3, "", after},
		"never applied":    {204, 9, 5, "", before},
		"with a body":      {200, 2, 3, `{"id":"x"}`, after},
		"empty":            {200, 2, 3, `{}`, after},
		"pending":          {202, 2, 3, `{"status":"pending"}`, after},
		"shows it in part": {200, 2, 3, `{"id":"x","metadata":"after"}`, after},
		"shows the former": {200, 0, 1, `{"id":"x","metadata":"before"}`, after},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var gets atomic.Int64
			s := start(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method != http.MethodGet {
					w.WriteHeader(test.status)
					_, _ = io.WriteString(w, test.response)
					return
				}
				settings := map[bool]string{false: before, true: after}[gets.Add(1) > test.lags]
				respondJSON(w, http.StatusOK, map[string]any{"id": "x", "metadata": settings})
			}))
			backend, err := updateBackend(t.Context(), s, session.Known{ID: "x"}, func(b *api.FailoverBackend) bool { return b.Metadata.OrZero() == after })
			if err != nil || backend.Metadata.OrZero() != test.want || gets.Swap(0) != test.gets {
				t.Errorf("got %+v, %v", backend, err)
			}
			isApplied := func(edge *api.TLSEdge) bool { return edge.Metadata.OrZero() == after }
			edge, err := updateEdge(t.Context(), s, session.Known{ID: "x"}, isApplied)
			if err != nil || edge.Metadata.OrZero() != test.want || gets.Load() != test.gets {
				t.Errorf("got %+v, %v", edge, err)
			}
		})
	}
}

// The requests that follow a write stop 10 seconds after an interrupt.
func TestUpdate_interrupted(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("waits for 10 s")
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	begin := time.Now()
	s := start(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPatch {
			stop()
			w.WriteHeader(http.StatusNoContent)
			return
		}
		w.WriteHeader(http.StatusTooManyRequests)
	}))
	_, err := updateBackend(ctx, s, session.Known{ID: "x"}, always)
	if took := time.Since(begin); err == nil || took < 9*time.Second || took > 15*time.Second {
		t.Errorf("got %v after %s", err, took)
	}
}
