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
// Without AfterActing, the fault comes before the store acts: the store acts only if
// the fault leads to an ordinary response. With AfterActing, the store always acts. With ActLate, the store acts when ActPending is called,
// and the ordinary response is 202 without a body. ActLate takes precedence over
// AfterActing.
type Fault struct {
	Status      int           // the status of the injected response; 0 keeps the ordinary response
	Header      http.Header   // added to the response, in place of headers of the same name
	Body        string        // body of the injected response; with Status 0 it replaces the ordinary body
	Delay       time.Duration // passes first; if the client disconnects meanwhile, nothing further happens
	Drop        bool          // close the connection without a response
	Truncate    bool          // send the headers with the full Content-Length, half of the body, then close
	AfterActing bool          // the store acts before the fault
	ActLate     bool          // the fault comes at once, and the store acts on ActPending
}

// Hook receives a request whose Status is still 0. It returns the fault to inject, or
// nil for no fault. It runs after the request was logged and has passed the rate limit.
// It may be called from many goroutines at once and may use the API.
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

// reply is a response together with the way in which it is transmitted.
type reply struct {
	response
	drop bool
	half bool // of the body, and then the connection closes
}

// strike applies the fault to one call. A nil fault does nothing.
func (f *Fault) strike(ctx context.Context, c *call) reply {
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

// disguise applies the fault to the ordinary response.
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
		// A write fails only because the client has disconnected, which is not an
		// error.
		_, _ = w.Write(r.body)
		return
	}
	_, _ = w.Write(r.body[:len(r.body)/2])
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}
