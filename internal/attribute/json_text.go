// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// JSON returns the attribute for a received text that may be a JSON document. If the text
// has the same meaning as prior, the result is prior, because services and CLIs may
// reformat the document. Otherwise the result is the same as from [String].
func JSON(prior types.String, received *string) types.String {
	text := String(prior, received)
	if IsSet(prior) && IsSet(text) && SameText(prior.ValueString(), text.ValueString()) {
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
	if IsSet(req.StateValue) && IsSet(req.PlanValue) && SameText(req.StateValue.ValueString(), req.PlanValue.ValueString()) {
		resp.PlanValue = req.StateValue
	}
}

// SameText reports whether two texts are equal, or are JSON with the same
// meaning. Two JSON texts with the same meaning may differ in the order of
// members, in whitespace and in string escapes. Two notations of a number have
// different meanings, because a number may be a version: 1.10 is not 1.1.
func SameText(a, b string) bool { return a == b || canonicalJSON(a) == canonicalJSON(b) }

// canonicalJSON returns a JSON document in a form that depends only
// on its meaning. It returns a text that is not JSON unchanged.
func canonicalJSON(text string) string {
	if !json.Valid([]byte(text)) {
		return text
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber() // A float64 would round a number.
	var document any
	_ = decoder.Decode(&document)          // The text is valid JSON.
	canonical, _ := json.Marshal(document) //nolint:errchkjson // decoded JSON can be encoded
	return string(canonical)
}
