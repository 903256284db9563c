// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestListThatLags(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{PageSize: 2})
	ids := fill(s, 5)
	s.RemoveFailoverBackend(ids[4])
	s.FreezeList()
	s.RemoveFailoverBackend(ids[0])
	s.AddFailoverBackend(refapi.FailoverBackend{ID: "late"})
	s.ChangeFailoverBackend(ids[1], func(b *refapi.FailoverBackend) { b.Description = "changed" })

	if listed, sizes := walk(t, s, func(int) {}); !slices.Equal(listed, ids[:4]) || !slices.Equal(sizes, []int{2, 2}) {
		t.Errorf("a frozen list shows %q on pages of %v", listed, sizes)
	}
	first := s.do(t, "GET", "/backends/failover", "").body["backends"].([]any)[1].(map[string]any)
	if first["description"] != nil {
		t.Errorf("a frozen list shows a change: %v", first)
	}
	s.do(t, "GET", "/backends/failover/"+ids[0], "").wants(t, 404)
	s.do(t, "GET", "/backends/failover/late", "").wants(t, 200)
	if n := len(s.FailoverBackends()); n != 4 {
		t.Errorf("the store holds %d", n)
	}

	s.FreezeList()
	s.RemoveFailoverBackend("late")
	if listed, _ := walk(t, s, func(int) {}); !slices.Equal(listed, []string{ids[1], ids[2], ids[3], "late"}) {
		t.Errorf("frozen once more, it shows %q", listed)
	}
	s.ThawList()
	if listed, _ := walk(t, s, func(int) {}); !slices.Equal(listed, ids[1:4]) {
		t.Errorf("after the thaw it shows %q", listed)
	}
}

func TestReadsThatLag(t *testing.T) {
	t.Parallel()
	for path, body := range map[string]string{"/backends/failover": creation, "/edges/tls": `{}`} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			s := start(t, refapi.Options{})
			before := s.do(t, "POST", path, body).wants(t, 201)
			s.Answer(func(a *refapi.Answers) { a.ReadLag = 2 })
			created := s.do(t, "POST", path, body).wants(t, 201)
			s.Answer(func(a *refapi.Answers) { a.ReadLag = 0 })
			for _, status := range []int{404, 404, 200, 200} {
				s.do(t, "GET", path+"/"+created.text("id"), "").wants(t, status)
				s.do(t, "GET", path+"/"+before.text("id"), "").wants(t, 200)
			}
		})
	}
}

func TestListThatSummarises(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	s.Answer(func(a *refapi.Answers) { a.ListOmits = []string{"metadata", "backends"} })
	s.AddFailoverBackend(refapi.FailoverBackend{ID: "a", Description: "d", Metadata: "m"})
	element := s.do(t, "GET", "/backends/failover", "").wants(t, 200).body["backends"].([]any)[0].(map[string]any)
	for _, name := range []string{"id", "uri", "created_at", "description", "metadata", "backends"} {
		if _, there := element[name]; there != !slices.Contains([]string{"metadata", "backends"}, name) {
			t.Errorf("%s is there: %t", name, there)
		}
	}
	if one := s.do(t, "GET", "/backends/failover/a", ""); one.text("metadata") != "m" {
		t.Errorf("GET answers %s", one.raw)
	}
}

func TestMetadataThatIsReformatted(t *testing.T) {
	t.Parallel()
	tests := []struct{ stored, shown string }{
		{`{ "a": [1, "x y"] }`, `{"a":[1,"x y"]}`},
		{`{"a":1}`, "{\n  \"a\": 1\n}"},
		{` 1.50 `, `1.50`},
		{`"one string"`, `"one string"`},
		{`not { JSON`, `not { JSON`},
		{`{} {}`, `{} {}`},
	}
	for _, test := range tests {
		t.Run(test.stored, func(t *testing.T) {
			t.Parallel()
			s := start(t, refapi.Options{})
			s.Answer(func(a *refapi.Answers) { a.ReformatMetadata = true })
			for path, body := range map[string]string{"/backends/failover": `{"backends":[],"metadata":%q}`, "/edges/tls": `{"metadata":%q}`} {
				created := s.do(t, "POST", path, fmt.Sprintf(body, test.stored)).wants(t, 201)
				read := s.do(t, "GET", strings.TrimPrefix(created.text("uri"), s.url), "").wants(t, 200)
				if created.text("metadata") != test.shown || read.text("metadata") != test.shown {
					t.Errorf("%s answers %q, then %q", path, created.text("metadata"), read.text("metadata"))
				}
			}
			if stored := s.FailoverBackends()[0].Metadata; stored != test.stored {
				t.Errorf("stored %q", stored)
			}
		})
	}
}
