// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/resourcebase"
)

// Kind describes failover backends to their data sources and their list resource.
func Kind() resourcebase.Kind[api.FailoverBackend, model] {
	return resourcebase.Kind[api.FailoverBackend, model]{
		Name:    "failover_backend",
		Plural:  "failover_backends",
		Noun:    "failover backend",
		Nouns:   "failover backends",
		Note:    "Unset attributes are null.",
		Objects: func(client *api.Client) resourcebase.Objects[api.FailoverBackend] { return client.FailoverBackends },
		Attributes: func(ctx context.Context) map[string]schema.Attribute {
			return attribute.ForDataSource(ctx, NewResource())
		},
		Shown:       func(_ context.Context, found *api.FailoverBackend) model { return fromAPI(model{}, found) },
		Description: func(found *api.FailoverBackend) string { return found.Description.OrZero() },
		Import: func(ctx context.Context, state *tfsdk.Resource, found *api.FailoverBackend) diag.Diagnostics {
			return state.Set(ctx, fromAPI(model{}, found))
		},
	}
}
