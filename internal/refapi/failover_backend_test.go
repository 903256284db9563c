// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestFailoverBackendLife(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	const at = "/backends/failover/"

	created := s.do(t, "POST", "/backends/failover", `{"description":"d","metadata":"m","backends":["b","a","b"]}`).wants(t, 201)
	id := created.text("id")
	if id == "" || created.text("uri") != s.url+at+id {
		t.Fatalf("created %s", created.raw)
	}
	if when, err := time.Parse(time.RFC3339, created.text("created_at")); err != nil || time.Since(when).Abs() > time.Minute {
		t.Errorf("created_at %q: %v", created.text("created_at"), err)
	}
	if !regexp.MustCompile(`\.\d+Z$`).MatchString(created.text("created_at")) {
		t.Errorf("created_at %q has no digits below the second, or is not UTC", created.text("created_at"))
	}
	wantJSON(t, "backends", created.body["backends"], `["b","a","b"]`)

	if read := s.do(t, "GET", at+id, "").wants(t, 200); !bytes.Equal(read.raw, created.raw) {
		t.Errorf("GET %s\nPOST %s", read.raw, created.raw)
	}
	patched := s.do(t, "PATCH", at+id, `{"id":"`+id+`","description":null,"backends":["a","b"]}`).wants(t, 200)
	wantJSON(t, "description", patched.body["description"], `null`)
	wantJSON(t, "metadata", patched.body["metadata"], `"m"`)
	wantJSON(t, "backends", patched.body["backends"], `["a","b"]`)
	if patched.text("created_at") != created.text("created_at") {
		t.Error("an update changed created_at")
	}

	if gone := s.do(t, "DELETE", at+id, "").wants(t, 204); len(gone.raw) > 0 {
		t.Errorf("DELETE answers %q", gone.raw)
	}
	s.do(t, "GET", at+id, "").wants(t, 404)
	s.do(t, "PATCH", at+id, `{}`).wants(t, 404)
	s.do(t, "DELETE", at+id, "").wants(t, 404)
}

func wantStored(t *testing.T, s *service, want refapi.FailoverBackend) {
	t.Helper()
	stored := s.FailoverBackends()
	if len(stored) != 1 {
		t.Fatalf("%d failover backends are stored", len(stored))
	}
	got := stored[0]
	if got.Description != want.Description || got.Metadata != want.Metadata || !slices.Equal(got.Backends, want.Backends) {
		t.Errorf("stored %+v, want %+v", got, want)
	}
}

func TestFailoverBackendTextsHaveNoLimit(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	long := strings.Repeat("ü", 100_000)
	g := s.do(t, "POST", "/backends/failover", `{"backends":[],"description":"`+long+`","metadata":"`+long+`"}`).wants(t, 201)
	id := g.text("id")
	for method, body := range map[string]string{"GET": "", "PATCH": `{"description":"` + long + `","metadata":"` + long + `"}`} {
		again := s.do(t, method, "/backends/failover/"+id, body).wants(t, 200)
		if again.text("description") != long || again.text("metadata") != long {
			t.Errorf("a long text was changed by %s", method)
		}
	}
}

func TestStoreBehindTheServicesBack(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	children := []string{"a", "b"}
	added := s.AddFailoverBackend(refapi.FailoverBackend{Backends: children})
	children[0] = "written into"
	added.Backends[1] = "written into"
	s.FailoverBackends()[0].Backends[0] = "written into"
	wantStored(t, s, refapi.FailoverBackend{Backends: []string{"a", "b"}})

	if !s.ChangeFailoverBackend(added.ID, func(b *refapi.FailoverBackend) { b.ID, b.Description = "other", "drifted" }) {
		t.Error("no backend to change")
	}
	g := s.do(t, "GET", "/backends/failover/"+added.ID, "").wants(t, 200)
	wantJSON(t, "description", g.body["description"], `"drifted"`)
	if g.text("id") != added.ID {
		t.Errorf("the id became %q", g.text("id"))
	}
	if s.ChangeFailoverBackend("none", func(*refapi.FailoverBackend) { t.Error("called for nothing") }) {
		t.Error("changed what is not there")
	}
	if !s.RemoveFailoverBackend(added.ID) || s.RemoveFailoverBackend(added.ID) {
		t.Error("removing tells wrongly what was there")
	}
	s.do(t, "GET", "/backends/failover/"+added.ID, "").wants(t, 404)
}
