// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"log/slog"
	"net"
	"net/http"
	"sync"
	"testing/synctest"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const token = canary + "-token"

// service is a reference API on a port of its own that can go away and come
// back, and applies the faults of a script to requests.
type service struct {
	*refapi.API

	address string
	may     operations // undocumented ones

	mu          sync.Mutex
	server      *http.Server // nil while the service is down
	listener    net.Listener
	script      script
	creations   int // that the service may have acted on
	interrupt   func()
	interrupted bool
	forbidden   []string
	putOff      map[string]string // bodies of pending requests, by path
}

func startService(options refapi.Options, may operations) *service {
	options.Token, options.PageSize, options.Undocumented = token, 3, len(may) > 0
	s := &service{API: refapi.New(options), address: memory.newAddress(), may: may}
	s.Intercept(s.intercept)
	s.up()
	return s
}

func (s *service) url() string { return "http://" + s.address }

// up serves at the same address as before, so that a provider finds the service
// again.
func (s *service) up() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.server != nil {
		return
	}
	listener := memory.listen(s.address)
	server := &http.Server{Handler: s, ReadHeaderTimeout: time.Minute, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)}
	s.server, s.listener = server, listener
	go func() { _ = server.Serve(listener) }()
}

// down refuses connections and breaks the open ones.
func (s *service) down() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.server != nil {
		// A server that has not begun to serve would leave the listener open.
		_ = s.listener.Close()
		_ = s.server.Close()
		s.server = nil
	}
}

// onInterrupt sets the effect of Ctrl-C on the providers of a CLI.
func (s *service) onInterrupt(interrupt func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.interrupt = interrupt
}

func (s *service) interruptNow() {
	s.mu.Lock()
	interrupt := s.interrupt
	s.interrupted = true
	s.mu.Unlock()
	interrupt()
}

func (s *service) isInterrupted() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.interrupted
}

// ServeHTTP notes requests that a provider is not allowed to send.
func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if operation := r.Method + " " + r.URL.EscapedPath(); !acctest.IsAllowed(operation, s.may) {
		s.mu.Lock()
		s.forbidden = append(s.forbidden, operation)
		s.mu.Unlock()
	}
	s.API.ServeHTTP(w, r)
}

// begin arms the faults of one operation.
func (s *service) begin(faults script) {
	s.ResetRequests()
	s.mu.Lock()
	s.script, s.creations, s.interrupted, s.putOff = faults, 0, false, map[string]string{}
	s.mu.Unlock()
	if faults.lists {
		s.FreezeList()
	}
	if faults.startsWith(refused) {
		s.down()
	}
}

// end disarms the faults. It returns the number of creations that the service may
// have acted on, once no request can act any more.
func (s *service) end(responses refapi.Answers) int {
	s.mu.Lock()
	s.script = script{}
	s.mu.Unlock()
	synctest.Wait() // for the requests under way
	s.Answer(func(a *refapi.Answers) { *a = responses })
	s.ThawList()
	s.actLate()
	s.up()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.creations
}

// intercept is the hook of the reference API.
func (s *service) intercept(request refapi.Request) *refapi.Fault {
	s.mu.Lock()
	due := s.script.isDue(s.Pending())
	// A module waits for what is pending on its route. In another order nobody could
	// know what becomes of it.
	body, waiting := s.putOff[request.Path]
	due = due || waiting && request.Method == http.MethodPut && body != string(request.Body)
	s.mu.Unlock()
	if due {
		s.actLate()
	}
	s.mu.Lock()
	next := s.script.next(request)
	if request.Method == http.MethodPost && !next.refuses() {
		s.creations++
	}
	s.mu.Unlock()
	response := s.responseOf(next, request)
	if request.Method == http.MethodDelete || response != nil && response.ActLate {
		s.mu.Lock()
		s.putOff[request.Path] = string(request.Body)
		s.mu.Unlock()
	}
	return response
}

// actLate lets the service do its pending actions, and those that they put off.
func (s *service) actLate() {
	for acted := 1; acted > 0; {
		acted = s.ActPending()
	}
}

// ids returns all objects that have an id, with their types.
func (s *service) ids() map[string]string {
	ids := map[string]string{}
	for _, backend := range s.FailoverBackends() {
		ids[backend.ID] = failoverBackend
	}
	for _, edge := range s.TLSEdges() {
		ids[edge.ID] = tlsEdge
	}
	return ids
}

func (s *service) forbiddenOperations() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.forbidden
}

func longAgo() string {
	return time.Now().Add(-time.Hour).UTC().Format(time.RFC3339)
}
