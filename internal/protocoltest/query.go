// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package protocoltest

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// Query lists objects of a type, as terraform query does. A limit of 0 means no limit.
func (p *Provider) Query(ctx context.Context, typeName string, limit int64, includeResource bool) ([]tfprotov6.ListResourceResult, error) {
	lister, ok := p.ProviderServer.(tfprotov6.ProviderServerWithListResource) //nolint:staticcheck // ProviderServer does not have ListResource yet
	if !ok {
		return nil, fmt.Errorf("%T lists nothing", p.ProviderServer)
	}
	config := Dynamic(Value(p.Schemas.ListResourceSchemas[typeName].ValueType(), map[string]any{}))
	stream, err := lister.ListResource(ctx, &tfprotov6.ListResourceRequest{
		TypeName: typeName, Config: config, Limit: limit, IncludeResource: includeResource,
	})
	if err != nil {
		return nil, fmt.Errorf("listing %s: %w", typeName, err)
	}
	return slices.Collect(stream.Results), nil
}
