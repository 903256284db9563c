// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// place shortens the path of each diagnostic to a top-level attribute, or to an element of a
// top-level list: for a diagnostic on a nested attribute, Terraform and OpenTofu show only the
// first line of the resource. The messages still contain the complete path.
func place(diagnostics []*tfprotov6.Diagnostic) {
	for _, diagnostic := range diagnostics {
		steps := diagnostic.Attribute.Steps()
		if len(steps) < 2 {
			continue
		}
		if _, inList := steps[1].(tftypes.ElementKeyInt); !inList {
			steps = steps[:1]
		}
		diagnostic.Attribute = tftypes.NewAttributePathWithSteps(steps)
	}
}
