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

// Fault describes a fault that a Hook injects into one request.
//
// By default, the store processes the request after the delay. If Status is set or Drop
// is true, the store does not process the request at all. With AfterActing, the store
// processes the request in every case, and does so before the delay. With ActLate, the
// store processes the request when the test calls ActPending, and the ordinary response
// is 202 without a body. ActLate overrides AfterActing.
type Fault struct {
	Status      int           // the status of the injected response; 0 means the ordinary response
	Header      http.Header   // headers that are set in the injected or ordinary response
	Body        string        // the body of the injected response; if Status is 0, "" means the ordinary body
	Delay       time.Duration // a pause before the response; processing ends if the client disconnects meanwhile
	Drop        bool          // close the connection without a response
	Truncate    bool          // send the full Content-Length but only half of the body, then close the connection
	AfterActing bool          // the store processes the request before the delay
	ActLate     bool          // the store processes the request when the test calls ActPending
}

// Hook receives a request and returns the fault to inject, or nil for no fault.
// The API logs the request and checks the rate limit before it calls the hook.
// Request.Status is 0, because there is no response yet. Several goroutines can
// call the hook at the same time. The hook is allowed to call the API.
type Hook func(Request) *Fault

// Intercept sets the hook and replaces the previous hook. Nil removes the hook.
func (a *API) Intercept(hook Hook) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.hook = hook
}

// response is a response that has not been sent: status, headers and body.
type response struct {
	status int
	header http.Header
	body   []byte
}

// reply is a response, with flags that make the API close the connection early.
type reply struct {
	response
	drop bool // close the connection without a response
	half bool // send half of the body, then close the connection
}

// strike applies the fault to one request and returns the reply. If f is nil,
// strike returns the ordinary response.
func (f *Fault) strike(ctx context.Context, c *exchange) reply {
	if f == nil {
		return reply{response: c.act()}
	}
	var ordinary response
	switch {
	case f.ActLate:
		c.actLater()
		ordinary = c.stamped(response{status: http.StatusAccepted})
	case f.AfterActing:
		ordinary = c.act()
	}
	if !pause(ctx, f.Delay) || f.Drop {
		return reply{drop: true}
	}
	if ordinary.status == 0 && f.Status == 0 {
		ordinary = c.act()
	}
	return reply{response: f.disguise(ordinary, c.requestID), half: f.Truncate}
}

// disguise applies the status, the headers and the body of the fault to the
// ordinary response.
func (f *Fault) disguise(shown response, requestID string) response {
	switch {
	case f.Status != 0:
		shown = response{status: f.Status, header: http.Header{}, body: []byte(f.Body)}
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
		// A write fails only if the client has disconnected. That is not an
		// error of the API.
		_, _ = w.Write(r.body)
		return
	}
	_, _ = w.Write(r.body[:len(r.body)/2])
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}
