// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"net/http"
	"slices"
)

// created responds to a creation with the object as GET shows it. The switches select
// the form and the status. The caller holds the API's lock.
func (c *call) created(shown object) (response, *problem) {
	switch c.api.answers.Create {
	case CreateIDAlone:
		return jsonResponse(http.StatusCreated, object{{"id", shown.text("id")}})
	case CreateAccepted:
		return response{status: http.StatusAccepted}, nil
	default:
		return jsonResponse(http.StatusCreated, shown)
	}
}

// changedBy returns a function that reports whether an update changes a member under
// the current switches. By default, members that were not sent keep their values, and
// members that were sent as null become unset.
func (a *Answers) changedBy(body *objectReader) func(name string) bool {
	return func(name string) bool {
		asked := body.sent(name)
		if a.PatchIgnoresNull {
			asked = body.given(name)
		}
		return (asked || a.PatchClearsOmitted) && !slices.Contains(a.PatchIgnores, name)
	}
}

// apply sets a member of a stored object to the requested value if the update changes
// this member.
func apply[T any](changes func(name string) bool, name string, stored *T, asked T) {
	if changes(name) {
		*stored = asked
	}
}

// updated responds to an update with the object as GET shows it. The switches select
// the form. The caller holds the API's lock.
func (c *call) updated(shown object) (response, *problem) {
	switch c.api.answers.Patch {
	case PatchNoContent:
		return response{status: http.StatusNoContent}, nil
	case PatchEmpty:
		return response{status: http.StatusOK}, nil
	case PatchOtherShape:
		return jsonResponse(http.StatusOK, object{{"status", "ok"}})
	default:
		return jsonResponse(http.StatusOK, shown)
	}
}

// deleted removes an object and responds to its DELETE as the switches specify. The
// caller holds the API's lock, so remove runs under the lock too.
func (c *call) deleted(remove func()) (response, *problem) {
	api := c.api
	switch api.answers.Delete {
	case DeleteNotDone:
		return jsonResponse(http.StatusOK, object{{"success", false}})
	case DeleteAccepted:
		api.pending = append(api.pending, func() {
			api.mu.Lock()
			defer api.mu.Unlock()
			remove()
		})
		return response{status: http.StatusAccepted}, nil
	default:
		remove()
		return response{status: http.StatusNoContent}, nil
	}
}
