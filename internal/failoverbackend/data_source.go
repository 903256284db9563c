// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/resourcebase"
)

// Kind describes failover backends to their data sources and their list resource.
func Kind() resourcebase.Kind[api.FailoverBackend] {
	values := func(_ context.Context, found *api.FailoverBackend) any { return fromAPI(model{}, found) }
	return resourcebase.Kind[api.FailoverBackend]{
		Name:    "failover_backend",
		Noun:    "failover backend",
		Note:    "Unset texts are null.",
		Objects: func(client *api.Client) resourcebase.Objects[api.FailoverBackend] { return client.FailoverBackends },
		Attributes: func(ctx context.Context) map[string]schema.Attribute {
			return attribute.ForDataSource(ctx, NewResource())
		},
		Values:      values,
		Imported:    values,
		Description: func(found *api.FailoverBackend) string { return found.Description.OrZero() },
	}
}
