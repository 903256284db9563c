// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bytes"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
)

// The test parses the document with the library that the documentation generator uses.
func TestRun(t *testing.T) {
	t.Parallel()
	var printed bytes.Buffer
	acctest.NoError(t, run(t.Context(), nil, &printed))
	var document tfjson.ProviderSchemas
	acctest.NoError(t, document.UnmarshalJSON(printed.Bytes()))
	described := document.Schemas["trafficedge"]
	edge := described.ResourceSchemas["trafficedge_tls_edge"].Block
	backend := edge.Attributes["backend"].AttributeNestedType
	if edge.Description == "" || backend.NestingMode != tfjson.SchemaNestingModeSingle || !backend.Attributes["backend_id"].Required ||
		edge.Attributes["hostports"].AttributeType.FriendlyName() != "set of string" {
		t.Errorf("got the edge %+v", edge)
	}
	token := described.ConfigSchema.Block.Attributes["api_token"]
	if !token.Sensitive || !token.Optional || token.Description == "" {
		t.Errorf("got the token %+v", token)
	}
	if len(described.DataSourceSchemas) == 0 || len(described.ListResourceSchemas) == 0 ||
		!described.ResourceIdentitySchemas["trafficedge_https_edge_route_oauth"].Attributes["route_id"].RequiredForImport {
		t.Errorf("got %+v", described)
	}
}
