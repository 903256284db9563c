// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

func TestRouteOAuth_owners(t *testing.T) {
	t.Parallel()
	reference := refapi.New(refapi.Options{})
	started := start(t, reference)
	on, off := module(true), module(false)
	take := func(route, owner string) error {
		_, err := started.TakeRouteOAuth(t.Context(), "edge", route, owner, on)
		return err
	}
	release := func(route, owner string) error {
		_, err := started.ReleaseRouteOAuth(t.Context(), "edge", route, owner, off)
		return err
	}
	for _, test := range []struct {
		name      string
		got, want error
	}{
		{"released by one who took it before this run", release("1", "a"), nil},
		{"taken after it was released", take("1", "b"), nil},
		{"released by somebody else", release("1", "a"), session.ErrRouteOwned},
		{"released by one without a name", release("1", ""), session.ErrRouteOwned},
		{"another route", release("2", "a"), nil},
	} {
		if !errors.Is(test.got, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, test.got, test.want)
		}
	}
	if held, _ := reference.RouteOAuth("edge", "1"); !held.Enabled {
		t.Error("somebody else's release disabled the module")
	}
	if err := release("1", "b"); err != nil {
		t.Errorf("its owner cannot release it: %v", err)
	}
	if held, _ := reference.RouteOAuth("edge", "1"); held.Enabled {
		t.Error("its owner's release left the module enabled")
	}
}

func TestRouteOAuth_aFailedTakeOwnsNothing(t *testing.T) {
	t.Parallel()
	reference := refapi.New(refapi.Options{})
	started := start(t, reference)
	reference.Intercept(func(refapi.Request) *refapi.Fault { return &refapi.Fault{Status: http.StatusForbidden} })
	if _, err := started.TakeRouteOAuth(t.Context(), "edge", "1", "b", module(true)); err == nil {
		t.Fatal("expected an error")
	}
	reference.Intercept(nil)
	if _, err := started.ReleaseRouteOAuth(t.Context(), "edge", "1", "a", module(true)); err != nil {
		t.Errorf("the former owner cannot release the route: %v", err)
	}
}

func module(enabled bool) api.OAuthModule {
	return api.OAuthModule{
		Enabled:  &enabled,
		Provider: api.OAuthProvider{"idp_1": {EmailDomains: []string{"example.com"}}},
	}
}
