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
	"sync"
	"time"
)

// maxBody is the largest body of a request, in bytes.
const maxBody = 1 << 20

// Options configure a new API.
type Options struct {
	Token    string        // the bearer token of all requests; "" means that no token is required
	PageSize int           // the number of objects on a page of a list; 0 means 100
	Latency  time.Duration // how long every response waits after the store has processed the request

	// ClockOffset is how far the API's clock is ahead of the system's. It shows in created_at
	// and in the header Date.
	ClockOffset time.Duration
	// CreatedAtOffset is how far the clock of created_at is ahead of that of the header Date.
	CreatedAtOffset time.Duration

	RateLimit RateLimit // the limit for all requests together

	// Undocumented enables the undocumented operations that the package comment lists.
	Undocumented bool

	// IdentityProviderNames maps neutral names of identity providers to the
	// service's own names. An identity provider that is missing from the map
	// keeps its neutral name. All resulting names must differ.
	IdentityProviderNames map[string]string
}

// API is a reference implementation of the whole interface. An API is an
// http.Handler with its own store. It is safe for concurrent use.
type API struct {
	options Options
	routes  []route
	log     requestLog
	rate    rateWindow

	mu               sync.Mutex // guards everything below
	hook             Hook
	responses        Responses
	failoverBackends *collection[FailoverBackend]
	tlsEdges         *collection[TLSEdge]
	routeOAuths      *collection[OAuthModule] // by routeKey
	madeAt           map[string]time.Time     // by id, of objects that requests created
	pending          []func()                 // ActPending calls these functions without locking mu
}

// New returns an API with an empty store. If options.PageSize is 0, pages have 100 elements.
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
		routeOAuths:      newCollection[OAuthModule](),
		madeAt:           map[string]time.Time{},
	}
}

// ServeHTTP responds to one request. To close the connection without a
// response, ServeHTTP panics with http.ErrAbortHandler, as net/http requires.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	entry := a.log.add(r, body)
	var tooLarge *http.MaxBytesError
	if err != nil && !errors.As(err, &tooLarge) {
		// The client disconnected before the request was complete.
		panic(http.ErrAbortHandler)
	}

	c := &exchange{api: a, request: r, body: body, bodyTooLarge: tooLarge != nil, requestID: "req_" + rand.Text(), base: "http://" + r.Host}
	var got reply
	if a.rate.take(a.options.RateLimit) {
		got = a.faultFor(entry).strike(r.Context(), c)
	} else {
		got = reply{response: c.stamped(rateLimited().response(c.requestID))}
	}
	if !pause(r.Context(), a.options.Latency) || got.drop {
		panic(http.ErrAbortHandler)
	}
	w.Header().Set("Date", a.now().Format(http.TimeFormat))
	// The status is recorded before the response is sent. A test that has
	// received the response therefore finds the status in the log.
	a.log.finished(entry, got.status)
	got.write(w)
}

// faultFor returns the fault for a request. It calls the hook without the API's
// lock, because a hook may use the API.
func (a *API) faultFor(entry *Request) *Fault {
	a.mu.Lock()
	hook := a.hook
	a.mu.Unlock()
	if hook == nil {
		return nil
	}
	return hook(a.log.copyOf(entry))
}

// pause waits for the duration d and returns true. If the client disconnects first,
// pause returns false at once.
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
