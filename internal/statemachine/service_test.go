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
// back, and meets requests with the faults of a script.
type service struct {
	*refapi.API

	address string
	struck  func(fault)
	may     operations // that the interface does not show

	mu          sync.Mutex
	server      *http.Server // nil while the service is down
	listener    net.Listener
	script      script
	happened    events
	interrupt   func()
	interrupted bool
	dying       bool // goes down with the answer under way
	forbidden   []string
	putOff      map[string]string // bodies of pending requests, by path
}

func startService(options refapi.Options, may operations, struck func(fault)) *service {
	options.Token, options.PageSize, options.Undocumented = token, 3, len(may) > 0
	s := &service{API: refapi.New(options), address: memory.newAddress(), struck: struck, may: may}
	s.Intercept(s.meet)
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
	s.dying = false
	if s.server != nil {
		// A server that has not begun to serve would leave the listener open.
		_ = s.listener.Close()
		_ = s.server.Close()
		s.server = nil
	}
}

func (s *service) dieIfDying() {
	s.mu.Lock()
	dying := s.dying
	s.mu.Unlock()
	if dying {
		s.down()
	}
}

func (s *service) die() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dying = true
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

// ServeHTTP notes requests that a provider must not make.
func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// The port must be closed before the client learns that its connection is
	// gone.
	defer s.dieIfDying()
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
	s.script, s.happened, s.interrupted, s.putOff = faults, newEvents(), false, map[string]string{}
	s.mu.Unlock()
	if faults.lists {
		s.FreezeList()
	}
	if faults.startsWith(refused) {
		s.struck(refused)
		s.down()
	}
}

// end disarms the faults. It returns the events once no request can act any
// more.
func (s *service) end(answers refapi.Answers) events {
	s.mu.Lock()
	s.script = script{}
	s.mu.Unlock()
	// What is still under way is answered.
	synctest.Wait()
	s.Answer(func(a *refapi.Answers) { *a = answers })
	s.ThawList()
	s.actLate(never)
	s.mu.Lock()
	happened := s.happened
	s.mu.Unlock()
	s.up()
	return happened
}

// meet is the hook of the reference API.
func (s *service) meet(request refapi.Request) *refapi.Fault {
	s.mu.Lock()
	number, due := s.happened.count(), s.script.isDue(s.Pending())
	// A module waits for what is pending on its route. In another order nobody could
	// know what becomes of it.
	body, waiting := s.putOff[request.Path]
	due = due || waiting && request.Method == http.MethodPut && body != string(request.Body)
	s.mu.Unlock()
	if due {
		s.actLate(number)
	}
	s.mu.Lock()
	next := s.script.next(request)
	s.happened.note(request, number, next)
	s.mu.Unlock()
	strike := s.strike(next, request)
	if strike != nil {
		s.struck(next)
	}
	if request.Method == http.MethodDelete || strike != nil && strike.ActLate {
		s.mu.Lock()
		s.putOff[request.Path] = string(request.Body)
		s.mu.Unlock()
	}
	return strike
}

// actLate lets the service do its pending actions when the request of this
// number arrives.
func (s *service) actLate(number int) {
	before := s.ids()
	// An action may put another one off.
	for acted := 1; acted > 0; {
		acted = s.ActPending()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for id := range s.ids() {
		if before[id] == "" {
			s.happened.made[id] = number
		}
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
