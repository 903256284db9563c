// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

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

// Differences compares an attribute with its planned value, and returns the differing
// attributes. For an object that has content in both values, these are the differing
// members. An unknown value differs from every other value. [Same] says when two values
// have the same meaning.
func Differences(at path.Path, prior, planned attr.Value) []Difference {
	priorObject, isObject := prior.(types.Object)
	plannedObject, _ := planned.(types.Object)
	switch {
	case Same(nameOf(at), prior, planned):
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

func nameOf(at path.Path) string {
	step, _ := at.Steps().LastStep()
	name, _ := step.(path.PathStepAttributeName)
	return string(name)
}

// Same reports whether two known values of the attribute with the given name have the same
// meaning. All values without content mean null: see [HasContent]. A set has no order.
// Letter case has no meaning in hostports and access rules. JSON in metadata and in a
// traffic policy counts by its meaning: see [SameText]. All other values count exactly.
func Same(name string, a, b attr.Value) bool {
	switch {
	case a.Equal(b):
		return true
	case a.IsUnknown() || b.IsUnknown():
		return false
	case !HasContent(a) && !HasContent(b):
		return true
	}
	switch a := a.(type) {
	case types.Set:
		b, _ := b.(types.Set)
		return slices.Equal(significant(name, Strings(a)), significant(name, Strings(b)))
	case types.String:
		b, _ := b.(types.String)
		return (name == "metadata" || name == "value") && SameText(a.ValueString(), b.ValueString())
	}
	return false
}

// significant returns the elements of a set without what has no meaning in them.
func significant(name string, elements []string) []string {
	switch name {
	case "hostports", "email_addresses", "email_domains", "teams", "organizations":
		for i, element := range elements {
			elements[i] = strings.ToLower(element)
		}
	}
	slices.Sort(elements)
	return slices.Compact(elements)
}

// JSON returns the attribute for a text in a response that may be a JSON document. If the text
// has the same meaning as prior, the result is prior, because services and CLIs may
// reformat the document. Otherwise the result is the same as from [String].
func JSON(prior types.String, response *string) types.String {
	text := String(prior, response)
	if HasValue(prior) && HasValue(text) && SameText(prior.ValueString(), text.ValueString()) {
		return prior
	}
	return text
}

// KeepSameTextDescription is a sentence for the description of an attribute with the plan
// modifier [KeepSameText].
const KeepSameTextDescription = "If only the formatting of JSON differs, a plan shows no change."

// KeepSameText returns a plan modifier. If the configured text has the same
// meaning as the text in state, the modifier plans the text in state, so
// that the plan shows no change.
func KeepSameText() planmodifier.String {
	return keepSameText{"JSON with the same meaning as in state causes no change"}
}

type keepSameText struct{ Described }

func (keepSameText) PlanModifyString(_ context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse) {
	if HasValue(req.StateValue) && HasValue(req.PlanValue) && SameText(req.StateValue.ValueString(), req.PlanValue.ValueString()) {
		resp.PlanValue = req.StateValue
	}
}

// SameText reports whether two texts are equal, or are JSON with the same meaning, on which
// every parser agrees. Two JSON texts with the same meaning may differ in the order of
// members, in whitespace and in string escapes. Two notations of a number have different
// meanings, because a number may be a version: 1.10 is not 1.1.
func SameText(a, b string) bool { return a == b || canonicalJSON(a) == canonicalJSON(b) }

// canonicalJSON returns a JSON document in a form that depends only on its meaning. It
// returns any other text unchanged, and also a document that parsers read differently,
// because of a repeated member or half of a surrogate pair (RFC 8259, sections 4 and 8.2).
// The decoder drops all but the last of repeated members, so the canonical form has fewer
// tokens. It replaces half of a surrogate pair by the replacement character.
func canonicalJSON(text string) string {
	if !json.Valid([]byte(text)) {
		return text
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber() // A float64 would round a number.
	var document any
	_ = decoder.Decode(&document)          // The text is valid JSON.
	canonical, _ := json.Marshal(document) //nolint:errchkjson // decoded JSON can be encoded
	if bytes.ContainsRune(canonical, utf8.RuneError) || tokens(string(canonical)) != tokens(text) {
		return text
	}
	return string(canonical)
}

// tokens returns the number of tokens in a valid JSON document.
func tokens(document string) (count int) {
	decoder := json.NewDecoder(strings.NewReader(document))
	for {
		if _, err := decoder.Token(); err != nil {
			return count // the end of the document
		}
		count++
	}
}
