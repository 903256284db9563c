// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"net/http"
	"slices"
)

// changedBy returns a function that reports whether an update changes a member,
// as far as the switches let it. By default, members that were not sent stay, and
// those sent as null become unset.
func (a *Answers) changedBy(body *objectReader) func(name string) bool {
	return func(name string) bool {
		asked := body.sent(name)
		if a.PatchIgnoresNull {
			asked = body.given(name)
		}
		return (asked || a.PatchClearsOmitted) && !slices.Contains(a.PatchIgnores, name)
	}
}

// apply sets a member of a stored object to the requested value, if the update
// changes it.
func apply[T any](changes func(name string) bool, name string, stored *T, asked T) {
	if changes(name) {
		*stored = asked
	}
}

// updated answers an update with the object as GET shows it, in the form that
// the switches ask for. The caller holds the API's lock.
func (c *call) updated(shown object) (answer, *problem) {
	switch c.api.answers.Patch {
	case PatchNoContent:
		return answer{status: http.StatusNoContent}, nil
	case PatchEmpty:
		return answer{status: http.StatusOK}, nil
	case PatchOtherShape:
		return jsonAnswer(http.StatusOK, object{{"status", "ok"}})
	default:
		return jsonAnswer(http.StatusOK, shown)
	}
}
