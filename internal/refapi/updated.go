// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import "net/http"

// updated answers an update, in the form that the switches ask for, with the
// object as GET shows it. It is to be called under the API's lock.
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
