// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// distinct warns of the first child that is in a list twice. It is silent on
// unknown ones. The ids are not shown, as they may be sensitive.
type distinct struct{ attribute.Described }

func (distinct) ValidateList(_ context.Context, req validator.ListRequest, resp *validator.ListResponse) {
	first := map[attr.Value]int{}
	for i, child := range req.ConfigValue.Elements() {
		if earlier, isRepeated := first[child]; isRepeated && !child.IsUnknown() && !child.IsNull() {
			resp.Diagnostics.AddAttributeWarning(req.Path.AtListIndex(i), "Child backend named twice",
				fmt.Sprintf("%s is the same child as %s. Remove one of them, unless both are intended.", req.Path.AtListIndex(i), req.Path.AtListIndex(earlier)))
			return
		}
		first[child] = i
	}
}
