// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflogtest"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// To refresh n objects, a run reads at most n list pages. An object is read individually
// if the list lacks the object, or if the list element differs from the state of the
// caller. If the request for a page fails, the list is not read again.
func TestRefresh_costsPagesAndNotReads(t *testing.T) {
	t.Parallel()
	const differs = "fob_0007"
	ids := func(count int) (all []string) {
		for i := range count {
			all = append(all, fmt.Sprintf("fob_%04d", i))
		}
		return all
	}
	reversed := func(ids []string) []string {
		slices.Reverse(ids)
		return ids
	}
	all := anyOf[FailoverBackend]
	allButOne := func(b *FailoverBackend) bool { return b.ID != differs }
	for name, test := range map[string]struct {
		account, pageSize int
		managed           []string
		unchanged         func(*FailoverBackend) bool // nil if refreshes do not use the list
		pages, gets       int
	}{
		"all of a large account": {1000, 100, ids(1000), all, 10, 3},
		"in reverse":             {1000, 100, reversed(ids(1000)), all, 10, 9},
		"few of a large account": {2000, 10, reversed(ids(2000))[:20], all, 20, 20},
		"one page":               {50, 100, ids(50), all, 1, 3},
		"one differs":            {20, 100, ids(20), allButOne, 1, 4},
		"one is new":             {20, 100, append(ids(20), "late"), all, 1, 4},
		"fails":                  {50, 10, ids(50), all, 1, 50},
		"off":                    {50, 10, ids(50), nil, 0, 50},
	} {
		reference := refapi.New(refapi.Options{PageSize: test.pageSize})
		for _, id := range ids(test.account) {
			reference.AddFailoverBackend(refapi.FailoverBackend{ID: id, Backends: []string{"a"}})
		}
		reference.SetResponses(func(r *refapi.Responses) {
			r.Rewrite = func(_, text string) string { return strings.Replace(text, "http:", "https:", 1) }
		})
		isList := func(r refapi.Request) bool { return r.Path == "/backends/failover" }
		reference.Intercept(func(r refapi.Request) *refapi.Fault {
			if name == "fails" && isList(r) {
				return &refapi.Fault{Status: http.StatusInternalServerError}
			}
			return nil
		})
		var log bytes.Buffer
		ctx := tflogtest.RootLogger(t.Context(), &log)
		s := serve(t, Config{MaxRetries: 1, RefreshFromList: test.unchanged != nil, Undocumented: []string{}}, handledBy(reference))
		for _, id := range test.managed {
			if id == "late" {
				reference.AddFailoverBackend(refapi.FailoverBackend{ID: id, Backends: []string{"a"}})
			}
			if found, err := s.FailoverBackends.Refresh(ctx, Target{ID: id, CreatedAt: ofOld}, test.unchanged); err != nil || found.ID != id {
				t.Errorf("%s: got %v, %v", id, found, err)
			}
		}
		// undocumented_operations lacks list_tls_edges, so no refresh reads the list of TLS edges.
		for range 4 {
			_, _ = s.TLSEdges.Refresh(t.Context(), Target{ID: "", CreatedAt: ofOld}, nil)
		}
		if isWarned := strings.Contains(log.String(), "each object is read individually"); isWarned != (name == "fails") {
			t.Errorf("logged %s", log.String())
		}
		gets := slices.DeleteFunc(reference.Requests(), isList)
		if pages := len(reference.Requests()) - len(gets); pages != test.pages || len(gets) != test.gets {
			t.Errorf("%d reads took %d pages and %d single reads", len(test.managed), pages, len(gets))
		}
	}
}

// A write drops the pages of the list, so the first reads after the write are individual.
// A second read of an object also drops the pages, because that read belongs to a new plan.
// The pages of the other kind of objects stay.
func TestRefresh_dropsPages(t *testing.T) {
	t.Parallel()
	list := strings.Join([]string{objectWith("4/x", ofOld, ""), objectWith("5/x", ofOld, ""), objectWith("6/x", ofOld, "")}, ",")
	bodies := map[string]string{"list": `{"backends":[` + list + `],"tls_edges":[` + list + `]}`}
	for operation, exchanged := range map[string]string{
		"create x": "C200 R200", "update x": "U200 R200", "delete x": "D204", "refresh 4/x": "R200", "refresh 0/x": "R200",
	} {
		for _, kind := range []string{"", " edge"} {
			const before = "6*R200 Llist R200 Llist R200 " // 4/x is in both lists
			inExchange(t, exchange{createdAt: ofOld, bodies: bodies}, before+exchanged+" R200", func(ctx context.Context, c *Client) {
				ctx = context.WithoutCancel(ctx)
				refreshBoth := func(id string) {
					_, _ = do(ctx, c, "refresh", Target{ID: id, CreatedAt: ofOld})
					_, _ = do(ctx, c, "refresh edge", Target{ID: id, CreatedAt: ofOld})
				}
				for i := range 5 {
					refreshBoth(fmt.Sprintf("%d/x", i))
				}
				name, id, _ := strings.Cut(operation, " ")
				if _, err := do(ctx, c, name+kind, Target{ID: id, CreatedAt: ofOld}); err != nil && name != "refresh" {
					t.Errorf("%s%s: %v", operation, kind, err)
				}
				refreshBoth("6/x")
			})
		}
	}
}

// The pages serve for a minute after the last was read, because without a second read of an
// object, nothing else shows that the plan has ended for which they were read. A plan that takes
// longer reads the list again, and not each object.
func TestRefresh_pagesServeAMinute(t *testing.T) {
	t.Parallel()
	list := strings.Join([]string{objectWith("3/x", ofOld, ""), objectWith("4/x", ofOld, ""), objectWith("8/x", ofOld, "")}, ",")
	bodies := map[string]string{"list": `{"backends":[` + list + `]}`}
	inExchange(t, exchange{createdAt: ofOld, bodies: bodies}, "3*R200 Llist 3*R200 Llist", func(ctx context.Context, c *Client) {
		for i, wait := range []time.Duration{0, 0, 0, time.Second, time.Minute - 1, 1, 0, 0, 0} {
			time.Sleep(wait)
			_, _ = do(ctx, c, "refresh", Target{ID: fmt.Sprintf("%d/x", i), CreatedAt: ofOld})
		}
	})
}
