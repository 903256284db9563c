// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

type check func(*life) error

// has returns a check that an attribute in state has the value want. Dots separate the
// steps in the path of the attribute. Elements of a set are sorted before the comparison.
func has(attribute string, want any) check {
	return func(l *life) error {
		var got any = protocoltest.PlainObject(l.State)
		for name := range strings.SplitSeq(attribute, ".") {
			object, _ := got.(map[string]any)
			got = object[name]
		}
		if !reflect.DeepEqual(got, want) {
			return fmt.Errorf("%s is %#v in state, want %#v", attribute, got, want)
		}
		return nil
	}
}

func serves(expected func(refapi.OAuthModule) bool) check {
	return func(l *life) error { return checkModule(l.server.API, expected) }
}

func servesSecret(secret string) check {
	return serves(func(m refapi.OAuthModule) bool { return m.Provider.ClientSecret == secret })
}

// checkModule checks the module of the first route on the service.
func checkModule(service *refapi.API, expected func(refapi.OAuthModule) bool) error {
	got, there := service.RouteOAuth("edge_1", "route_1")
	if !there {
		return errors.New("the service has no module")
	}
	if !expected(got) {
		return fmt.Errorf("the service has %+v", got)
	}
	return nil
}

func isEnabled(m refapi.OAuthModule) bool { return m.Enabled }

// mentions reports whether diagnostics contain the given words in the given order.
func mentions(diags protocoltest.Diagnostics, words ...string) bool {
	return acctest.Message(words...).MatchString(diags.String())
}
