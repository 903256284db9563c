// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/resourcebase"
)

func (r *failoverBackendResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "A failover backend puts an ordered list of child backends behind one endpoint. " +
			"Every change is made in place.\n\nA destroy deletes the failover backend, even if TLS edges use it.",
		Attributes: map[string]schema.Attribute{
			"id":          attribute.ID(),
			"uri":         attribute.ComputedOnce("The URI in the API."),
			"created_at":  attribute.ComputedOnce("The time of creation (RFC 3339)."),
			"description": attribute.FreeText("A description for people."),
			"metadata":    attribute.FreeText("A text for programs."),
			"backends": schema.ListAttribute{
				ElementType: types.StringType,
				Required:    true,
				MarkdownDescription: "The ids of the child backends, in order. With `[]`, nothing is served. " +
					"CLIs sort sets and the keys of maps, so build the value from a list.",
				Validators: []validator.List{listvalidator.ValueStringsAre(attribute.Element(), resourcebase.IDRule())},
			},
		},
	}
}
