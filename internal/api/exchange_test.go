// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// The time by the clock of the service, which is not this machine's, and creation times of
// objects that are young or old then.
const (
	clock   = "Fri, 02 Jan 2026 03:04:05 GMT"
	ofYoung = "2026-01-02T03:03:55Z"
	ofOld   = "2026-01-02T03:02:35Z"
)

// exchange is a service with the object x. It expects requests in this order: C creates an
// object, R reads, U updates and D deletes it, and L reads a list. Behind the letter is the
// status of the response, or the name of a body. Status 0 breaks off the response. Status 429
// is for all further requests.
type exchange struct {
	expected  []string
	bodies    map[string]string
	createdAt string
	listed    []string // ids in the list
	interrupt func()   // called during a creation
	requests  string
}

// inExchange calls run with a client of the service, whose refreshes use lists. A creation ends
// the context of run. The test fails if the requests are not the expected ones.
func inExchange(t *testing.T, e exchange, expected string, run func(context.Context, *Client)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var ctx context.Context
		ctx, e.interrupt = context.WithCancel(t.Context())
		defer e.interrupt()
		e.expected = requestsOf(expected)
		config := Config{MaxRetries: 2, MaxRetryWait: 30 * time.Millisecond, RefreshFromList: true}
		run(ctx, serve(t, config, e.respond).Client)
		if len(e.expected) > 0 && e.expected[0][1:] != "429" || strings.Contains(e.requests, "!") {
			t.Errorf("expected %q, got %s", expected, e.requests)
		}
	})
}

// requestsOf returns the expected requests: 3*R404 stands for three of them.
func requestsOf(exchange string) (requests []string) {
	for field := range strings.FieldsSeq(exchange) {
		count, request, isRepeated := strings.Cut(field, "*")
		repeats, _ := strconv.Atoi(count)
		if !isRepeated {
			repeats, request = 1, field
		}
		requests = slices.Concat(requests, slices.Repeat([]string{request}, repeats))
	}
	return requests
}

func (e *exchange) respond(r *http.Request) *http.Response {
	letter := map[string]string{http.MethodPost: "C", http.MethodGet: "R", http.MethodPatch: "U", http.MethodDelete: "D"}[r.Method]
	if letter == "R" && !strings.HasSuffix(r.URL.Path, "/x") {
		letter = "L"
	}
	e.requests += " " + letter
	if len(e.expected) == 0 || e.expected[0][:1] != letter {
		e.requests += "!"
		return response(http.StatusTeapot, "")
	}
	name := e.expected[0][1:]
	if name != "429" {
		e.expected = e.expected[1:]
	}
	if letter == "C" {
		e.interrupt()
	}
	status, err := strconv.Atoi(name)
	switch {
	case err != nil:
		return response(http.StatusOK, e.bodies[name], "Date", clock)
	case status == 0:
		broken := response(http.StatusOK, "")
		broken.Body = io.NopCloser(brokenReader{})
		return broken
	case status >= http.StatusMultipleChoices:
		return response(status, `{"title":"none"}`, "Date", clock, "Location", "https://192.0.2.1/")
	}
	elements := make([]string, len(e.listed))
	for i, id := range e.listed {
		elements[i] = objectWith(id, e.createdAt, "")
	}
	list := strings.Join(elements, ",")
	return response(status, map[string]string{
		"C": `{"id":"x"}`, "U": `{"id":"x"}`, "D": `{"success":false}`, "R": objectWith("x", e.createdAt, ""),
		"L": `{"backends":[` + list + `],"tls_edges":[` + list + `],"uri":"/"}`,
	}[letter], "Date", clock)
}

// objectWith returns an object that is complete both as a failover backend and as a TLS edge.
func objectWith(id, createdAt, metadata string) string {
	return fmt.Sprintf(`{"id":%q,"uri":"/x","created_at":%q,"metadata":%q,"backends":["a"],"backend":null,"ip_restriction":null,`+
		`"mutual_tls":null,"tls_termination":null,"traffic_policy":null}`, id, createdAt, metadata)
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("connection reset") }

// do returns the result of an operation, such as "delete" or "delete edge".
func do(ctx context.Context, c *Client, operation string, target Target) (string, error) {
	if name, isEdge := strings.CutSuffix(operation, " edge"); isEdge {
		return doIn(ctx, c.TLSEdges, name, target, func(edge *TLSEdge) string { return edge.Metadata.OrZero() })
	}
	return doIn(ctx, c.FailoverBackends, operation, target, func(b *FailoverBackend) string { return b.Metadata.OrZero() })
}

func doIn[T Object, S Settings](ctx context.Context, c *Collection[T, S], name string, target Target, metadata func(*T) string) (string, error) {
	var none S
	switch name {
	case "create":
		created, err := c.Create(ctx, none)
		return fmt.Sprintf("created %s, whole: %t", (*created).ObjectID(), (*created).IsWhole()), err
	case "update":
		updated, err := c.Update(ctx, target, none, func(found *T) bool { return metadata(found) != "before" })
		if err != nil {
			return "", err
		}
		return "updated " + metadata(updated), nil
	case "refresh":
		_, err := c.Refresh(ctx, target, anyOf)
		return "found", err
	}
	return "deleted", c.Delete(ctx, target)
}

func anyOf[T any](*T) bool { return true }
