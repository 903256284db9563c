// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// Each row is an operation with the whole exchange between client and service. A creation is
// interrupted by the user, and still reads the object. A 404 removes an object from state only
// if the list shows that the API has responded, and a young object is read again first. After an
// update, reads may show the previous metadata for some seconds.
func TestCollection_exchanges(t *testing.T) {
	t.Parallel()
	const stillThere, notOffered, neverResponded = "still has it after the request", "the service does not offer this operation", "the base URL has succeeded"
	const gone, forbidden = ", gone", "403 Forbidden"
	for _, test := range []struct{ operation, exchange, createdAt, want string }{
		{"create", "C200 R200", ofOld, "created x, whole: true"},
		{"create", "C200 2*R404 R200", ofOld, "created x, whole: true"},
		{"create", "C200 5*R404", ofOld, "created x, whole: false, read failover backend \"x\""}, // interrupted
		{"create", "C202 12*R404", ofOld, ", create failover backend: POST https://api.example.com/backends/failover responded 202 Accepted: the response has the id \"x\", but the service has no such object"}, // not interrupted
		{"create edge", "C202 12*R404", ofOld, `the id "x", but the service has no such object`},
		{"create", "C200 R403", ofOld, "created x, whole: false, read failover backend \"x\": GET https://api.example.com/backends/failover/x responded " + forbidden},

		{"refresh", "R200", ofOld, "found"},
		{"refresh", "R404 L200", ofOld, gone},
		{"refresh", "R404 L404", ofOld, neverResponded},
		{"refresh edge", "R404 L200", ofOld, gone},
		{"refresh edge", "R404 L404", ofOld, neverResponded},
		{"refresh", "3*R404 R200", ofYoung, "found"},
		{"refresh", "12*R404 L200", ofYoung, gone}, // although the clock of the service stands still
		{"refresh", "5*R404 L200", "yesterday", gone},
		{"refresh", "R404 R200", "yesterday", "found"},
		{"refresh", "R403", ofOld, forbidden},

		{"update", "U200 Rafter", ofOld, "updated after"},
		{"update", "U200 2*Rbefore Rafter", ofOld, "updated after"},
		{"update", "U200 5*Rbefore", ofOld, "updated before"},
		{"update", "U200 2*R404 Rafter", ofYoung, "updated after"}, // by a lagging replica
		{"update edge", "U200 R404", ofOld, gone},
		{"update", "Upart Rbefore Rafter", ofOld, "updated after"},
		{"update", "Uformer Rafter", ofOld, "updated after"},
		{"update", "Uafter", ofOld, "updated after"},
		{"update", "U404 L404", ofOld, neverResponded},
		{"update edge", "U422", ofOld, "422"},
		{"update edge", "Uafter", ofOld, "updated after"},
		{"update edge", "Uwithout_id Rafter", ofOld, "updated after"},
		{"update edge", "Uother", ofOld, `update TLS edge "x": PATCH https://api.example.com/edges/tls/x responded 200 OK: the response describes another object, with the id "y"`},
		{"update", "Uother", ofOld, `the response describes another object, with the id "y"`},
		{"update edge", "Uoperation Rafter", ofOld, "updated after"},
		{"update edge", "Ustatus Rafter", ofOld, "updated after"},
		{"update edge", "Uempty Rafter", ofOld, "updated after"},

		{"delete", "D204", ofOld, "deleted"},
		{"delete", "D404 L200", ofOld, "deleted"},
		{"delete", "D404 L404", ofOld, neverResponded},
		{"delete", "D404 R404 R200", ofYoung, stillThere},
		{"delete", "D404 12*R404 L200", ofYoung, "deleted"},
		{"delete", "D200 12*R404", ofYoung, "deleted"}, // The 404 of a lagging read proves nothing.
		{"delete", "D404 R404 R200", "", stillThere},
		{"delete", "D200 5*R200", ofOld, stillThere},
		{"delete", "D200 R404", ofOld, "deleted"},
		{"delete", "D200 2*R200 R404", ofOld, "deleted"},
		{"delete", "D200 R403", ofOld, forbidden},
		{"delete", "D403", ofOld, forbidden},

		// A service that lacks the deletion of edges may respond 404 although the edge exists.
		{"delete edge", "D404 R404 L200", ofOld, "deleted"},
		{"delete edge", "D404 R404 L404", ofOld, neverResponded},
		{"delete edge", "D404 R200", ofOld, notOffered},
		{"delete edge", "D404 R404 R200", ofYoung, notOffered},
		{"delete edge", "D404 R403", ofOld, forbidden + ": none"},
		{"delete edge", "D0 D404 2*R200 R404", ofOld, "deleted"},
	} {
		bodies := map[string]string{
			"before": objectWith("x", ofOld, "before"), "after": objectWith("x", ofOld, "after"),
			"part": `{"id":"x","metadata":"after"}`, "former": `{"id":"x","metadata":"before"}`, "status": `{"status":"ok"}`, "empty": "",
			"other": objectWith("y", ofOld, "before"), "operation": `{"id":"op_78","status":"pending"}`, "without_id": objectWith("", ofOld, "before"),
		}
		inExchange(t, exchange{createdAt: test.createdAt, bodies: bodies}, test.exchange, func(ctx context.Context, c *Client) {
			if strings.HasPrefix(test.exchange, "C202") {
				ctx = context.WithoutCancel(ctx)
			}
			begin := time.Now()
			got, err := do(ctx, c, test.operation, Target{ID: "x", CreatedAt: test.createdAt})
			switch {
			case IsGone(err):
				got += ", gone"
			case err != nil:
				got += ", " + err.Error()
			}
			waits := map[int]time.Duration{4: 3500 * time.Millisecond, 5: maxLag, 12: young}[strings.Count(fmt.Sprint(requestsOf(test.exchange)), "R")]
			if !strings.Contains(got, test.want) || IsGone(err) != strings.Contains(test.want, gone) || time.Since(begin) < waits || time.Since(begin) > young {
				t.Errorf("%s, %s: got %q after %s, expected %q", test.operation, test.exchange, got, time.Since(begin), test.want)
			}
		})
	}
}

// The members that a read omits stay as the response to the creation showed them, and so does the id if it is null.
func TestCreate_bothResponsesCount(t *testing.T) {
	t.Parallel()
	bodies := map[string]string{"created": `{"id":"x","uri":"u","description":"d"}`, "read": `{"id":null,"backend":{"enabled":true},"description":null}`}
	inExchange(t, exchange{bodies: bodies}, "Ccreated Rread", func(ctx context.Context, c *Client) {
		created, _, err := c.TLSEdges.Create(ctx, TLSEdgeSettings{})
		if err != nil || created.ID != "x" || created.URI.OrZero() != "u" ||
			!created.Backend.OrZero().Enabled.OrZero() || !created.Description.IsNull() {
			t.Errorf("got %+v, %v", created, err)
		}
	})
}

// The requests that follow a write stop 10 seconds after an interrupt.
func TestWrite_interrupted(t *testing.T) {
	t.Parallel()
	for verb, exchanged := range map[string]string{"update": "U200 R429", "delete": "D202 R429"} {
		inExchange(t, exchange{}, exchanged, func(ctx context.Context, c *Client) {
			ctx, stop := context.WithTimeout(ctx, time.Second)
			defer stop()
			begin := time.Now()
			_, err := do(ctx, c, verb, Target{ID: "x"})
			if took := time.Since(begin); err == nil || took != time.Second+interruptedTime {
				t.Errorf("%s: got %v after %s", verb, err, took)
			}
		})
	}
}

// A client asks for the list once, unless a request has succeeded already. Only a success, or a
// refusal that no gateway would send, shows that the API is at the base URL.
func TestClient_hasResponded(t *testing.T) {
	t.Parallel()
	for exchanged, want := range map[string]bool{
		"L200": true, "Lpage": false, "L403": true, "L422": true, "L401": false, "L404": false, "L408": false, "L410": false, "L429": false,
		"L500": false, "L307": false, "R200": true, "R404 L404": false, "R403 L404": false,
	} {
		inExchange(t, exchange{bodies: map[string]string{"page": "<html>"}}, exchanged, func(ctx context.Context, c *Client) {
			c.config.MaxRetries = 0
			if exchanged[:1] == "R" {
				_, _ = c.FailoverBackends.Get(ctx, "x")
			}
			if got, again := c.hasResponded(ctx), c.hasResponded(ctx); got != want || again != want {
				t.Errorf("%s: got %t, then %t", exchanged, got, again)
			}
		})
	}
}

// At another base URL, the same id may name another object. It is neither read, changed nor
// deleted, and the error says where the known object was last seen. A write does not look into
// a list, which may be older than the object.
func TestTarget_elsewhere(t *testing.T) {
	t.Parallel()
	const created, seen = "2020-01-02T03:04:05Z", "https://former.example.com"
	for _, test := range []struct{ read, createdAt, want string }{
		{"R200", created, ""},
		{"R200", "2020-01-02T04:04:05.4+01:00", ""},
		{"R200", "2020-01-02T03:04:07Z", "created at another time"},
		{"R200", "yesterday", ""},
		{"R404", "", "was last seen at " + seen},
	} {
		for operation, write := range map[string]string{
			"refresh": "", "update": "U200 R200", "delete": "D204", "refresh edge": "", "update edge": "U200 R200", "delete edge": "D204",
		} {
			expected := "3*R200 L200 R200 " + test.read // The first reads make a refresh use the list.
			if test.want == "" {
				expected += " " + write
			}
			inExchange(t, exchange{createdAt: test.createdAt}, expected, func(ctx context.Context, c *Client) {
				refresh := strings.NewReplacer("update", "refresh", "delete", "refresh").Replace(operation)
				for _, id := range []string{"a/x", "b/x", "c/x", "d/x"} {
					_, _ = do(ctx, c, refresh, Target{ID: id, CreatedAt: ofOld})
				}
				_, err := do(ctx, c, operation, Target{ID: "x", CreatedAt: created, SeenAt: seen})
				wantError(t, err, test.want)
				if IsGone(err) {
					t.Errorf("%s: got %v", operation, err)
				}
			})
		}
	}
}

// The settings are sent before modules are deleted. If the whole edge in the response lacks
// a module already, no deletion is sent. If a deletion gets no response, a read that shows
// everything else confirms it. Where reads show less, a 404 of the API does.
func TestUpdateTLSEdge_removal(t *testing.T) {
	t.Parallel()
	whole := strings.Replace(objectWith("x", ofOld, ""), "{", `{"description":null,"hostports":[],`, 1)
	bodies := map[string]string{
		"whole": whole, "id": `{"id":"x"}`, "wrong": `{"id":7}`, "empty": "",
		"has": strings.Replace(whole, `"backend":null`, `"backend":{"enabled":true,"backend":{"id":"b"}}`, 1),
	}
	none, both := []string(nil), []string{"backend", "mutual_tls"}
	for exchanged, test := range map[string]struct {
		gone  []string
		acted bool
		fails string
	}{
		"Uwhole":                    {both, true, ""},
		"Uhas D204 Rwhole":          {both, true, ""},
		"Uempty 2*D204 Rwhole":      {both, true, ""},
		"U422":                      {none, false, "422"},
		"Uhas D403":                 {none, true, "403"},
		"2*D204 Rid":                {both, true, ""},
		"2*D204 Rwrong":             {both, true, "wrong type"},
		"D403":                      {none, false, "403"},
		"D202 Rwhole D202 2*Rwhole": {both, true, ""},
		"D202 Rid":                  {none, true, "do not confirm the deletion"},
		"D202 5*Rhas":               {none, true, "still has it after"},
		"D404 Rwhole D404 2*Rwhole": {both, true, ""},
		"D404 Rid D404 2*Rid":       {both, true, ""},
		"D404 Rhas":                 {none, false, "does not offer"},
		"D404 Rwrong":               {none, false, "do not confirm the deletion"},
	} {
		update := TLSEdgeUpdate{RemovedModules: both, Known: []string{"description"}}
		if exchanged[:1] == "U" {
			update.Sent = []string{"description"}
		}
		inExchange(t, exchange{bodies: bodies}, exchanged, func(ctx context.Context, c *Client) {
			result, err := c.UpdateTLSEdge(ctx, Target{ID: "x", CreatedAt: ofOld}, update, anyOf)
			wantError(t, err, test.fails, exchanged)
			if !slices.Equal(result.Gone, test.gone) || result.Acted != test.acted || err == nil && result.Edge.Backend.Value != nil {
				t.Errorf("%s: got %+v, %v", exchanged, result, err)
			}
		})
	}
}

func TestPlural(t *testing.T) {
	t.Parallel()
	for noun, want := range map[string]string{"TLS edge": "TLS edges", "ip_policy": "ip_policies", "API key": "API keys"} {
		if got := Plural(noun); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
