// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"net/http"
	"slices"
)

// created responds to a creation with the object as GET shows it. The switches select
// the form and the status. The caller holds the API's lock.
func (c *call) created(shown object) (answer, *problem) {
	switch c.api.answers.Create {
	case CreateIDAlone:
		return jsonAnswer(http.StatusCreated, object{{"id", shown.text("id")}})
	case CreateAccepted:
		return answer{status: http.StatusAccepted}, nil
	default:
		return jsonAnswer(http.StatusCreated, shown)
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

// deleted removes an object and responds to its DELETE as the switches specify. The
// caller holds the API's lock, so remove runs under the lock too.
func (c *call) deleted(remove func()) (answer, *problem) {
	api := c.api
	switch api.answers.Delete {
	case DeleteNotDone:
		return jsonAnswer(http.StatusOK, object{{"success", false}})
	case DeleteAccepted:
		api.pending = append(api.pending, func() {
			api.mu.Lock()
			defer api.mu.Unlock()
			remove()
		})
		return answer{status: http.StatusAccepted}, nil
	default:
		remove()
		return answer{status: http.StatusNoContent}, nil
	}
}
