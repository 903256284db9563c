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
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

// Kind describes failover backends to their data sources and their list resource.
func Kind() session.Kind[api.FailoverBackend, model] {
	return session.Kind[api.FailoverBackend, model]{
		Name:    "failover_backend",
		Noun:    "failover backend",
		Note:    "Unset attributes are null.",
		Objects: func(s *session.Session) *session.Objects[api.FailoverBackend] { return s.FailoverBackends },
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
