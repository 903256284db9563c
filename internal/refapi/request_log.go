// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"bytes"
	"encoding/json"
	"net/http"
	"sync"
)

// Request is one entry of the request log.
type Request struct {
	Method string
	Path   string // escaped, as sent
	Header http.Header
	Body   []byte // as sent; if the body is too large, only its beginning
	Status int    // of the response; 0 if there is no response yet or the API closed the connection
}

// Member returns the decoded value of a top-level member of the JSON body, and
// reports whether the body contains the member. A member that is null is present.
// If the body is not a JSON object, Member reports false.
func (r Request) Member(name string) (value any, present bool) {
	var members map[string]any
	if err := json.Unmarshal(r.Body, &members); err != nil {
		return nil, false
	}
	value, present = members[name]
	return value, present
}

// Requests returns copies of the logged requests in order of arrival. The log
// begins with the first request after New or after the last call of ResetRequests.
func (a *API) Requests() []Request {
	a.log.mu.Lock()
	defer a.log.mu.Unlock()
	requests := make([]Request, len(a.log.entries))
	for i, entry := range a.log.entries {
		requests[i] = entry.clone()
	}
	return requests
}

// ResetRequests removes all requests from the log, including requests that have
// no response yet.
func (a *API) ResetRequests() {
	a.log.mu.Lock()
	defer a.log.mu.Unlock()
	a.log.entries = nil
}

type requestLog struct {
	mu      sync.Mutex
	entries []*Request
}

func (l *requestLog) add(r *http.Request, body []byte) *Request {
	entry := &Request{
		Method: r.Method,
		Path:   r.URL.EscapedPath(),
		Header: r.Header,
		Body:   body,
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entries = append(l.entries, entry)
	return entry
}

func (l *requestLog) finished(entry *Request, status int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	entry.Status = status
}

func (l *requestLog) copyOf(entry *Request) Request {
	l.mu.Lock()
	defer l.mu.Unlock()
	return entry.clone()
}

func (r Request) clone() Request {
	r.Header = r.Header.Clone()
	r.Body = bytes.Clone(r.Body)
	return r
}
