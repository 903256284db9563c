// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

// attributesOf converts a module from a request body to a configuration. If the body has
// no ids, the module is on the first route of the first edge.
func attributesOf(t *testing.T, protocol *protocoltest.Provider, module string) tftypes.Value {
	t.Helper()
	return moduleOf(t, protocol.Schemas.ResourceSchemas[typeName], module)
}

func moduleOf(t *testing.T, schema *tfprotov6.Schema, module string) tftypes.Value {
	t.Helper()
	members := map[string]json.RawMessage{"edge_id": json.RawMessage(`"edge_1"`), "route_id": json.RawMessage(`"route_1"`)}
	acctest.NoError(t, json.Unmarshal([]byte(strings.ReplaceAll(module, `"provider":`, `"identity_provider":`)), &members))
	//nolint:staticcheck // deprecated for providers, and just right for a test that has JSON
	return acctest.Must(tftypes.ValueFromJSON(acctest.Must(json.Marshal(members))(t), schema.ValueType()))(t)
}

// withUnknown makes an attribute unknown. Dots separate the steps in the path of the
// attribute, and * stands for the element "a" of a set.
func withUnknown(t *testing.T, config tftypes.Value, attribute string) tftypes.Value {
	t.Helper()
	at := tftypes.NewAttributePath()
	for name := range strings.SplitSeq(attribute, ".") {
		if name == "*" {
			at = at.WithElementKeyValue(tftypes.NewValue(tftypes.String, "a"))
		} else {
			at = at.WithAttributeName(name)
		}
	}
	return acctest.Must(tftypes.Transform(config, func(here *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
		if here.Equal(at) {
			return tftypes.NewValue(value.Type(), tftypes.UnknownValue), nil
		}
		return value, nil
	}))(t)
}

// with adds a member, which is given as JSON, to a module.
func with(module, member string) string {
	return strings.TrimSuffix(module, "}") + "," + member + "}"
}

// idpWith returns a module that contains only an identity provider.
func idpWith(name string, settings ...string) string {
	return fmt.Sprintf(`{"provider":{%q:{%s}}}`, name, strings.Join(settings, ","))
}

// hidden and plain return the settings of an app, and an access rule for one domain. With
// hidden, the client secret is write-only. With plain, state contains the client secret.
func hidden(secret, version, domain string) string {
	return fmt.Sprintf(`"client_id":"app","client_secret_wo":%q,"client_secret_wo_version":%q,"email_domains":[%q]`, secret, version, domain)
}

func plain(secret, domain string) string {
	return fmt.Sprintf(`"client_id":"app","client_secret":%q,"email_domains":[%q]`, secret, domain)
}
