// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"reflect"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// read validates the configuration of a data source, and reads the data source. After an
// error, the returned object is nil.
func (c client) read(t *testing.T, dataSource string, config arguments) (map[string]any, protocoltest.Diagnostics) {
	t.Helper()
	valueType := c.Schemas.DataSourceSchemas[dataSource].ValueType()
	dynamic := acctest.Must(protocoltest.Dynamic(protocoltest.Value(valueType, config)))(t)
	validated, err := c.ValidateDataResourceConfig(t.Context(), &tfprotov6.ValidateDataResourceConfigRequest{TypeName: dataSource, Config: dynamic})
	if err != nil || len(validated.Diagnostics) > 0 {
		return nil, validated.Diagnostics
	}
	resp, err := c.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{TypeName: dataSource, Config: dynamic})
	if err != nil || len(resp.Diagnostics) > 0 {
		return nil, resp.Diagnostics
	}
	return protocoltest.PlainObject(acctest.Must(resp.State.Unmarshal(valueType))(t)), nil
}

func TestDataSource_everything(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	c := newClient(t, server, api.UndocumentedOperations()...)
	server.AddTLSEdge(refapi.TLSEdge{
		ID: "edge/1", CreatedAt: "2026-01-02T03:04:05Z", Description: "checkout", Metadata: "m", Hostports: []string{"b:2", "a:1"},
		Backend:        &refapi.EdgeBackend{Enabled: true, BackendID: "bkd_a"},
		IPRestriction:  &refapi.EdgeIPRestriction{Enabled: false, IPPolicyIDs: []string{"ipp_a", "ipp_b"}},
		MutualTLS:      &refapi.EdgeMutualTLS{Enabled: true, CertificateAuthorityIDs: []string{"ca_a"}},
		TLSTermination: &refapi.EdgeTLSTermination{Enabled: true, TerminateAt: "edge", MinVersion: "1.2"},
		TrafficPolicy:  &refapi.EdgeTrafficPolicy{Enabled: true, Value: "v"},
	})
	server.SetResponses(func(a *refapi.Responses) { a.RefLists = refapi.RefListSingle })
	ref := func(kind, id string) any { return map[string]any{"id": id, "uri": server.URL + "/" + kind + "/" + id} }
	want := map[string]any{
		"id": "edge/1", "uri": server.URL + "/edges/tls/edge%2F1", "created_at": "2026-01-02T03:04:05Z",
		"description": "checkout", "metadata": "m", "hostports": []string{"a:1", "b:2"},
		"backend":         map[string]any{"enabled": true, "backend": ref("backends", "bkd_a")},
		"ip_restriction":  map[string]any{"enabled": false, "ip_policies": []any{ref("ip_policies", "ipp_a"), ref("ip_policies", "ipp_b")}},
		"mutual_tls":      map[string]any{"enabled": true, "certificate_authorities": []any{ref("certificate_authorities", "ca_a")}},
		"tls_termination": map[string]any{"enabled": true, "terminate_at": "edge", "min_version": "1.2"},
		"traffic_policy":  map[string]any{"enabled": true, "value": "v"},
	}
	if got, diags := c.read(t, typeName, arguments{"id": "edge/1"}); !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%v, want\n%v\n%s", got, want, diags)
	}
	server.SetResponses(func(a *refapi.Responses) { a.ListOmits = []string{"uri", "created_at"} })
	all, diags := c.read(t, typeName+"s", nil)
	want["uri"], want["created_at"] = nil, nil
	if listed := []any{want}; !reflect.DeepEqual(all["tls_edges"], listed) {
		t.Errorf("listed\n%v, want\n%v\n%s", all, listed, diags)
	}
}

func TestDataSource_failures(t *testing.T) {
	t.Parallel()
	_, c := start(t)
	_, diags := c.read(t, typeName, arguments{"id": ""})
	wantWords(t, diags, "ERROR", "id string length must be at least 1")
	_, diags = c.read(t, typeName, arguments{"id": "gone"})
	wantWords(t, diags, "ERROR", `Could not read TLS edge "gone"`, "404 Not Found")
	_, diags = c.read(t, typeName+"s", nil)
	wantWords(t, diags, "ERROR", "Could not list TLS edges", "was not sent", "list_tls_edges")
}
