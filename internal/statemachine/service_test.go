// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync"
	"testing/synctest"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const token = canary + "-token"

// service is a reference API that listens on its own port. A test can stop and
// restart the service. The service applies the faults of a script to requests.
type service struct {
	*refapi.API

	address string
	may     operations // the undocumented operations that the provider may use

	mu          sync.Mutex
	server      *http.Server // nil while the service is down
	listener    net.Listener
	script      script
	creations   int // the number of creations that the service may have executed
	interrupt   func()
	interrupted bool
	forbidden   []string
	putOff      map[string]string // by path: the bodies of requests that the service may execute later
}

func startService(options refapi.Options, may operations) *service {
	options.Token, options.PageSize, options.Undocumented = token, 3, len(may) > 0
	s := &service{API: refapi.New(options), address: memory.newAddress(), may: may}
	s.Intercept(s.intercept)
	s.up()
	return s
}

func (s *service) url() string { return "http://" + s.address }

// up starts the service. The address stays the same when the service is
// restarted, so that a provider can reach the service again.
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

// down stops the service. It closes all connections, and the network refuses
// new connections.
func (s *service) down() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.server != nil {
		// http.Server.Close closes the listener only if Serve has already started.
		_ = s.listener.Close()
		_ = s.server.Close()
		s.server = nil
	}
}

// onInterrupt sets the function that interruptNow calls to simulate Ctrl-C in a CLI.
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

// ServeHTTP records requests that the provider is not allowed to send. It passes all
// requests to the reference API.
func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if operation := r.Method + " " + r.URL.EscapedPath(); !acctest.IsAllowed(operation, s.may) {
		s.mu.Lock()
		s.forbidden = append(s.forbidden, operation)
		s.mu.Unlock()
	}
	s.API.ServeHTTP(w, r)
}

// begin prepares the service for one operation with the faults of a script.
func (s *service) begin(faults script) {
	s.ResetRequests()
	s.mu.Lock()
	s.script, s.creations, s.interrupted, s.putOff = faults, 0, false, map[string]string{}
	s.mu.Unlock()
	if faults.lists {
		s.FreezeList()
	}
	if slices.Contains(faults.faults, refused) {
		s.down()
	}
}

// end disables the faults after an operation, waits for requests in progress,
// and runs the actions that faults have delayed. It returns the number of creations
// that the service may have executed.
func (s *service) end(responses refapi.Responses) int {
	s.mu.Lock()
	s.script = script{}
	s.mu.Unlock()
	synctest.Wait() // waits for the requests in progress
	s.SetResponses(func(a *refapi.Responses) { *a = responses })
	s.ThawList()
	s.actLate()
	s.up()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.creations
}

// intercept is the hook that the reference API calls for every request. It
// returns the next fault of the script. It also runs pending actions that are
// due, and counts the creations that the service may execute.
func (s *service) intercept(request refapi.Request) *refapi.Fault {
	s.mu.Lock()
	due := s.script.isDue(s.Pending())
	// If an earlier request for the same path is pending, the pending actions run
	// before a PUT with another body. Otherwise, the earlier request could later
	// overwrite the result of the PUT.
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

// actLate runs the pending actions until none are pending. A pending action may
// add another pending action.
func (s *service) actLate() {
	for acted := 1; acted > 0; {
		acted = s.ActPending()
	}
}

// ids returns the ids of all objects on the service. The values of the map are
// the resource types.
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
