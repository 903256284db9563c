// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"context"
	"net"
	"net/http"
	"slices"
	"sync"
	"testing/synctest"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const token, baseURL = canary + "-token", "http://127.0.0.1:8420"

// service is a reference API on a network in memory. The service applies the faults of a
// script to requests, and can be stopped and started again.
type service struct {
	*refapi.API

	struck    map[fault]int    // how many requests each fault has struck
	may       operations       // the undocumented operations that the provider may use
	responses refapi.Responses // while no fault changes them
	routes    []string         // all routes that any OAuth module has used
	network   *network
	server    *http.Server // nil while the service is down

	mu          sync.Mutex // guards everything below
	script      script
	putOff      map[string]string // by path: the bodies of requests that the service may execute later
	interrupt   func()            // simulates Ctrl-C in a CLI
	interrupted bool
}

func startService(options refapi.Options, responses refapi.Responses, may operations) *service {
	options.Token, options.PageSize, options.Undocumented = token, 3, len(may) > 0
	s := &service{API: refapi.New(options), may: may, responses: responses}
	s.SetResponses(func(r *refapi.Responses) { *r = responses })
	s.Intercept(s.intercept)
	s.up()
	return s
}

// up starts the service, unless it is up. The provider's HTTP clients use the network in
// memory because they copy [http.DefaultTransport].
func (s *service) up() {
	if s.server != nil {
		return
	}
	s.network = listen()
	s.server = &http.Server{Handler: s, ReadHeaderTimeout: time.Minute}
	transport, _ := http.DefaultTransport.(*http.Transport)
	transport.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) { return s.network.dial(ctx) }
	server, network := s.server, s.network
	go func() { _ = server.Serve(network) }()
}

// down stops the service. It closes all connections, and new connections are refused.
func (s *service) down() {
	synctest.Wait() // until Serve has started, because Close closes the listener only then
	if s.server != nil {
		_ = s.server.Close()
		s.server = nil
	}
}

// begin prepares the service for one operation with the faults of a script.
func (s *service) begin(faults script) {
	s.mu.Lock()
	s.script, s.interrupted, s.putOff = faults, false, map[string]string{}
	s.mu.Unlock()
	if faults.lists {
		s.FreezeList()
	}
	if slices.Contains(faults.faults, refused) {
		s.down()
	}
}

// end disables the faults after an operation, waits for requests in progress, and runs the
// actions that faults have delayed. It returns all requests since the previous end.
func (s *service) end() []refapi.Request {
	s.mu.Lock()
	s.script = script{}
	s.mu.Unlock()
	synctest.Wait() // for the requests in progress
	s.SetResponses(func(r *refapi.Responses) { *r = s.responses })
	s.ThawList()
	s.ActPending()
	s.up()
	defer s.ResetRequests()
	return s.Requests()
}

// onInterrupt sets the function that simulates Ctrl-C.
func (s *service) onInterrupt(interrupt func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.interrupt = interrupt
}

func (s *service) isInterrupted() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.interrupted
}

// intercept is the hook that the reference API calls for every request. It
// returns the next fault of the script, and runs pending actions that are due.
func (s *service) intercept(request refapi.Request) *refapi.Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	// If an earlier request for the same path is pending, the pending actions run
	// before a PUT with another body. Otherwise, the earlier request could later
	// overwrite the result of the PUT.
	body, waiting := s.putOff[request.Path]
	if s.script.isDue(s.Pending()) || waiting && request.Method == http.MethodPut && body != string(request.Body) {
		s.ActPending()
	}
	next := s.script.next(request)
	s.struck[next.fault]++
	if next.change != nil {
		s.SetResponses(next.change)
	}
	if next.interrupts {
		s.interrupted = true
		s.interrupt()
	}
	if request.Method == http.MethodDelete || next.reply.ActLate {
		s.putOff[request.Path] = string(request.Body)
	}
	return &next.reply
}
