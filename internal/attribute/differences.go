// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Difference is an attribute whose prior and planned values have different meanings.
type Difference struct {
	At      path.Path
	Planned attr.Value
}

// Setting is an attribute that a configuration can set, with its value.
type Setting struct {
	Name  string
	Value attr.Value
}

// Settings are the settings of an object, in the order of the diagnostics.
type Settings []Setting

// ChangesTo returns what must change, so that an object has the planned settings. Both lists
// have the same names.
func (s Settings) ChangesTo(planned Settings) (changes []Difference) {
	for i, setting := range planned {
		changes = append(changes, Differences(path.Root(setting.Name), s[i].Value, setting.Value)...)
	}
	return changes
}

// KnownChangesTo leaves out values that are unknown in the plan: the service chooses them.
func (s Settings) KnownChangesTo(planned Settings) []Difference {
	return slices.DeleteFunc(s.ChangesTo(planned), func(change Difference) bool { return change.Planned.IsUnknown() })
}

// Differences compares an attribute with its planned value. For an object that has content in
// both values, it returns the differing members. An unknown value differs from every other.
func Differences(at path.Path, prior, planned attr.Value) []Difference {
	priorObject, isObject := prior.(types.Object)
	plannedObject, _ := planned.(types.Object)
	switch {
	case Same(at.String(), prior, planned):
		return nil
	case !isObject, !HasContent(priorObject), !HasContent(plannedObject):
		return []Difference{{at, planned}}
	}
	var found []Difference
	members := plannedObject.Attributes()
	for _, name := range slices.Sorted(maps.Keys(members)) {
		found = append(found, Differences(at.AtName(name), priorObject.Attributes()[name], members[name])...)
	}
	return found
}

// KeepSame returns a plan modifier that plans the value in state if the configured value means
// the same, so that the plan shows no change. A set with an unknown element cannot be planned so. If the
// apply then finds that the set means the same, but state has another form of a text, a CLI rejects the
// value in state ("inconsistent final plan"), and the next plan has no change. This is rarer than the
// changes that plans would otherwise show after imports.
func KeepSame() interface {
	planmodifier.String
	planmodifier.Set
} {
	return keepSame{"a value with the same meaning as in state causes no change"}
}

type keepSame struct{ Described }

func (keepSame) PlanModifyString(_ context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse) {
	resp.PlanValue = sameOr(req.Path, req.StateValue, req.PlanValue)
}

func (keepSame) PlanModifySet(_ context.Context, req planmodifier.SetRequest, resp *planmodifier.SetResponse) {
	resp.PlanValue = sameOr(req.Path, req.StateValue, req.PlanValue)
}

func sameOr[V attr.Value](at path.Path, state, plan V) V {
	if HasValue(state) && HasValue(plan) && Same(at.String(), state, plan) {
		return state
	}
	return plan
}
