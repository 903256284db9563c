// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"context"
	"maps"
	"net/http"
	"strconv"
	"time"
)

// Fault is a disturbance that a Hook injects into one request.
//
// Without AfterActing the fault strikes first: the store acts only if an
// ordinary answer is due after it. With AfterActing the store has acted,
// whatever answer the client gets. With ActLate, which wins over AfterActing,
// the store acts when ActPending is called; the ordinary answer is then 202
// without a body.
type Fault struct {
	Status      int           // answer with this status instead; 0 keeps the ordinary answer
	Header      http.Header   // added to the answer, in place of headers of the same name
	Body        string        // body of the injected answer; with Status 0 it takes the place of the ordinary body
	Delay       time.Duration // waited first; if the client goes away meanwhile, nothing further happens
	Drop        bool          // close the connection without an answer
	Truncate    bool          // send the headers with the full Content-Length, half of the body, then close
	AfterActing bool          // the store acts first, then the fault strikes
	ActLate     bool          // the fault strikes at once, and the store acts on ActPending
}

// Hook looks at a request, whose Status is still 0, and returns the fault to
// inject, or nil for none. It is called from many goroutines at once, after the
// request has entered the log and passed the rate limit, and may use the API.
type Hook func(Request) *Fault

// Intercept puts a hook in place of the one before it; nil removes it.
func (a *API) Intercept(hook Hook) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.hook = hook
}

// answer is a status, headers and a body, before anything is sent.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// reply is an answer with the way in which it reaches the client.
type reply struct {
	answer
	drop bool
	half bool // of the body, and then the connection closes
}

// strike applies the fault to one call. A nil fault does nothing.
func (f *Fault) strike(ctx context.Context, c *call) reply {
	if f == nil {
		return reply{answer: c.act()}
	}
	var ordinary answer
	switch {
	case f.ActLate:
		c.actLater()
		ordinary = c.stamped(answer{status: http.StatusAccepted})
	case f.AfterActing:
		ordinary = c.act()
	}
	if !pause(ctx, f.Delay) || f.Drop {
		return reply{drop: true}
	}
	if ordinary.status == 0 && f.Status == 0 {
		ordinary = c.act()
	}
	return reply{answer: f.disguise(ordinary, c.requestID), half: f.Truncate}
}

// disguise turns the ordinary answer into the one that the fault wants shown.
func (f *Fault) disguise(shown answer, requestID string) answer {
	switch {
	case f.Status != 0:
		shown = answer{status: f.Status, header: http.Header{}, body: []byte(f.Body)}
		shown.header.Set(requestIDHeader, requestID)
	case f.Body != "":
		shown.body = []byte(f.Body)
	}
	for name, values := range f.Header {
		shown.header[http.CanonicalHeaderKey(name)] = values
	}
	return shown
}

func (r reply) write(w http.ResponseWriter) {
	maps.Copy(w.Header(), r.header)
	if len(r.body) > 0 && w.Header().Get("Content-Length") == "" {
		w.Header().Set("Content-Length", strconv.Itoa(len(r.body)))
	}
	w.WriteHeader(r.status)
	if !r.half || len(r.body) == 0 {
		// It is no fault of the service if the client has gone.
		_, _ = w.Write(r.body)
		return
	}
	_, _ = w.Write(r.body[:len(r.body)/2])
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}
