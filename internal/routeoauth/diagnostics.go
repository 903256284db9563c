// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
)

// fromError is [apidiag.FromError] for members whose attributes have other names
// than they have on the wire: the identity provider, whose name Terraform keeps
// for itself, and the client secret where the configuration has it write-only.
func fromError(ctx context.Context, schema apidiag.Schema, err error, writeOnly bool) diag.Diagnostics {
	failure, ok := errors.AsType[*api.Error](err)
	if !ok {
		return apidiag.FromError(ctx, schema, err)
	}
	renamed := *failure
	renamed.Fields = slices.Clone(failure.Fields)
	for i, field := range renamed.Fields {
		steps := strings.Split(field.Pointer, "/")
		if len(steps) < 2 || steps[1] != "provider" {
			continue
		}
		steps[1] = identityProviderAttribute
		if last := len(steps) - 1; writeOnly && steps[last] == clientSecret {
			steps[last] = clientSecretWO
		}
		renamed.Fields[i].Pointer = strings.Join(steps, "/")
	}
	return apidiag.FromError(ctx, schema, &renamed)
}
