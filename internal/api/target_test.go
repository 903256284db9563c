// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"testing"
	"time"
)

// The age of an object goes by the clock of responses, even where created_at is by another one. A
// Date that is more than a minute ahead is ignored.
func TestTarget_respondedAt(t *testing.T) {
	t.Parallel()
	const ahead, farAhead = "2026-01-02T03:05:00Z", "2026-01-02T03:05:10Z"
	for _, test := range []struct{ respondedAt, createdAt, exchange string }{
		{ofYoung, ofOld, "R404 R200"},
		{ahead, ofOld, "R404 R200"},
		{farAhead, ofOld, "R404 L200"},
		{farAhead, ofYoung, "R404 R200"},
		{ofOld, ofYoung, "R404 L200"},
		{"", ofYoung, "R404 R200"},
	} {
		inExchange(t, exchange{createdAt: ofOld}, test.exchange, func(ctx context.Context, c *Client) {
			target := Target{ID: "x", CreatedAt: test.createdAt, RespondedAt: test.respondedAt}
			if _, err := do(ctx, c, "refresh", target); IsGone(err) != (test.exchange == "R404 L200") {
				t.Errorf("%+v: got %v", test, err)
			}
		})
	}
}

// For a minute after a creation, a data source repeats a read that does not find an object. Without
// a creation, or after one that was refused, it does not wait for a wrong id.
func TestGet_afterACreation(t *testing.T) {
	t.Parallel()
	for exchanged, after := range map[string]time.Duration{
		"Cwhole 3*R404 R200": 0, "Cwhole 12*R404": 0, "Cwhole 3*R404": 59 * time.Second, "Cwhole R404": time.Minute, "C422 R404": 0, "R404": 0,
	} {
		inExchange(t, exchange{bodies: map[string]string{"whole": wholeBackend}}, exchanged, func(ctx context.Context, c *Client) {
			ctx = context.WithoutCancel(ctx)
			if exchanged[:1] == "C" {
				_, _ = do(ctx, c, "create", Target{})
			}
			time.Sleep(after)
			_, _ = c.FailoverBackends.Get(ctx, "x")
		})
	}
}
