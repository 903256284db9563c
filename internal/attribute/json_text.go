// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

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
