package statemachine_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const token = canary + "-token"

// lateHeader marks what the service sends itself, to act on it late.
const lateHeader = "X-Late"

// service is a reference API on a port of its own that can go away and come
// back, and meets requests with the faults of a script.
type service struct {
	*refapi.API

	address string
	struck  func(fault)

	inFlight    *gauge // requests that the store may yet act on
	connections *gauge // and what they may yet be read from

	mu           sync.Mutex
	begun        time.Time
	patience     time.Duration // after which the client gives a request up
	server       *http.Server  // nil while the service is down
	listener     net.Listener
	script       script
	interrupt    func()
	dying        bool // goes down with the answer under way
	undocumented []string
}

func startService(struck func(fault)) (*service, error) {
	s := &service{
		API:     refapi.New(refapi.Options{Token: token, PageSize: 3}),
		address: "127.0.0.1:0", struck: struck, inFlight: newGauge(), connections: newGauge(),
	}
	s.Intercept(s.meet)
	err := s.up()
	return s, err
}

func (s *service) url() string { return "http://" + s.address }

// up serves on the same port as before, so that a provider finds the service
// again.
func (s *service) up() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.server != nil {
		return nil
	}
	listener, err := new(net.ListenConfig).Listen(context.Background(), "tcp", s.address)
	if err != nil {
		return fmt.Errorf("serving again: %w", err)
	}
	s.address, s.listener = listener.Addr().String(), listener
	server := &http.Server{Handler: s, ReadHeaderTimeout: time.Minute, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError), ConnState: s.countConnection}
	s.server = server
	s.connections.Go(func() { _ = server.Serve(listener) })
	return nil
}

func (s *service) countConnection(_ net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		s.connections.Add(1)
	case http.StateClosed:
		s.connections.Done()
	default:
	}
}

// down refuses connections and breaks the ones that there are.
func (s *service) down() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dying = false
	if s.server != nil {
		// A server that has not begun to serve yet would leave it open.
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

func (s *service) interruptNow() {
	s.mu.Lock()
	interrupt := s.interrupt
	s.mu.Unlock()
	interrupt()
}

// actLate lets the store act on a request when its client has given up.
func (s *service) actLate(request refapi.Request) {
	s.inFlight.Go(func() {
		<-time.After(tooLate)
		late, err := http.NewRequestWithContext(context.Background(), request.Method, s.url()+request.Path, bytes.NewReader(request.Body))
		if err != nil {
			panic(err)
		}
		late.Header = request.Header
		late.Header.Set(lateHeader, "true")
		s.API.ServeHTTP(httptest.NewRecorder(), late)
	})
}

// ServeHTTP notes requests that are none of the documented operations.
func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.inFlight.Add(1)
	defer s.inFlight.Done()
	// Before the client learns that its connection is gone, nobody listens.
	defer s.dieIfDying()
	if operation := r.Method + " " + r.URL.EscapedPath(); !acctest.IsDocumented(operation) {
		s.mu.Lock()
		s.undocumented = append(s.undocumented, operation)
		s.mu.Unlock()
	}
	s.API.ServeHTTP(w, r)
}

// expect tells how long the client waits for an answer.
func (s *service) expect(patience time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.patience = patience
}

// begin arms the faults of one operation. Interrupt is what a CLI does to the
// provider when its user presses Ctrl-C.
func (s *service) begin(faults script, interrupt func()) {
	s.mu.Lock()
	s.script, s.interrupt, s.begun = faults, interrupt, time.Now()
	s.mu.Unlock()
	if faults.startsWith(refused) {
		s.struck(refused)
		s.down()
	}
}

// end disarms the faults, and returns when nothing that was sent can act any
// more.
func (s *service) end() error {
	s.mu.Lock()
	s.script = script{}
	givenUp := time.Since(s.begun) >= s.patience
	s.mu.Unlock()
	if givenUp {
		// A busy machine may not have read yet what the client has given up.
		s.down()
		s.connections.Wait()
	}
	s.inFlight.Wait()
	s.Answer(func(answers *refapi.Answers) { answers.PatchIgnores = nil })
	return s.up()
}

// meet is the hook of the reference API.
func (s *service) meet(request refapi.Request) *refapi.Fault {
	if request.Header.Get(lateHeader) != "" {
		return nil
	}
	s.mu.Lock()
	next := s.script.next()
	s.mu.Unlock()
	strike := s.strike(next, request)
	if strike != nil {
		s.struck(next)
	}
	return strike
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

func (s *service) undocumentedOperations() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.undocumented
}

// age makes all that exists too old to have been made by what comes next. The
// runs of a CLI are further apart than those of a machine.
func (s *service) age() {
	for _, backend := range s.FailoverBackends() {
		s.ChangeFailoverBackend(backend.ID, func(b *refapi.FailoverBackend) { b.CreatedAt = longAgo() })
	}
}

func longAgo() string {
	return time.Now().Add(-time.Hour).UTC().Format(time.RFC3339)
}
