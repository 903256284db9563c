// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// maxBody is the largest body of a request, in bytes.
const maxBody = 1 << 20

// Options configure a new API.
type Options struct {
	Token    string        // bearer token that every request must carry; "" asks for none
	PageSize int           // objects on a page of a list; 0 means 100
	Latency  time.Duration // added to every answer, after the store has acted

	RateLimit RateLimit // on all requests together

	// Undocumented adds the operations that the interface does not show; see the
	// package comment.
	Undocumented bool

	// IdentityProviderNames are the service's own names of identity providers, by
	// the neutral ones. A name left out stays neutral. No two may be alike.
	IdentityProviderNames map[string]string
}

// API is the reference implementation of the whole interface: one
// http.Handler with its own store. It is safe for parallel use.
type API struct {
	options Options
	routes  []route
	log     requestLog
	rate    rateWindow

	mu               sync.Mutex // guards everything below
	hook             Hook
	answers          Answers
	failoverBackends *collection[FailoverBackend]
	tlsEdges         *collection[TLSEdge]
	routeOAuths      map[routeKey]OAuthModule
	lagging          map[string]lag // by id
	pending          []func()       // what ActPending runs; takes the lock itself
}

// New returns an API with an empty store.
func New(options Options) *API {
	if options.PageSize <= 0 {
		options.PageSize = 100
	}
	options.IdentityProviderNames = maps.Clone(options.IdentityProviderNames)
	return &API{
		options:          options,
		routes:           routes(options.Undocumented),
		failoverBackends: newCollection[FailoverBackend](),
		tlsEdges:         newCollection[TLSEdge](),
		routeOAuths:      map[routeKey]OAuthModule{},
		lagging:          map[string]lag{},
	}
}

// ServeHTTP answers one request. It may be mounted under a path prefix with
// http.StripPrefix: the URIs in answers then carry that prefix. To drop a
// connection it panics with http.ErrAbortHandler, as net/http requires.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	entry := a.log.add(r, body)
	var tooLarge *http.MaxBytesError
	if err != nil && !errors.As(err, &tooLarge) {
		// The client went away in the middle of its own request.
		panic(http.ErrAbortHandler)
	}

	c := &call{api: a, request: r, body: body, bodyTooLarge: tooLarge != nil, requestID: "req_" + rand.Text(), base: base(r)}
	var got reply
	if a.rate.take(a.options.RateLimit) {
		got = a.faultFor(entry).strike(r.Context(), c)
	} else {
		got = reply{answer: c.stamped(rateLimited().answer(c.requestID))}
	}
	if !pause(r.Context(), a.options.Latency) || got.drop {
		panic(http.ErrAbortHandler)
	}
	// Recorded before the first byte leaves, so that a client with an answer
	// finds its status in the log.
	a.log.answered(entry, got.status)
	got.write(w)
}

// faultFor asks the hook without holding a lock, because a hook may use the API.
func (a *API) faultFor(entry *Request) *Fault {
	a.mu.Lock()
	hook := a.hook
	a.mu.Unlock()
	if hook == nil {
		return nil
	}
	return hook(a.log.copyOf(entry))
}

// base returns the address that URIs in answers start with: scheme and host as
// the client used them, and the prefix that was stripped from the path, if any.
func base(r *http.Request) string {
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	prefix := ""
	if asSent, err := url.ParseRequestURI(r.RequestURI); err == nil {
		// Only a path that was shortened from the left was mounted under a prefix.
		if rest, shortened := strings.CutSuffix(asSent.EscapedPath(), r.URL.EscapedPath()); shortened {
			prefix = rest
		}
	}
	return scheme + "://" + r.Host + prefix
}

// pause waits, and reports whether the client is still there.
func pause(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return true
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
