// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"net/http"
	"slices"
)

// created returns the response to a creation. The argument shown is the object
// in the form that GET returns. Responses.Create selects the response. The caller
// must hold the API's lock.
func (c *call) created(shown object) (response, *problem) {
	switch c.api.responses.Create {
	case CreateIDAlone:
		return jsonResponse(http.StatusCreated, object{{"id", shown.text("id")}})
	case CreateAccepted:
		return response{status: http.StatusAccepted}, nil
	default:
		return jsonResponse(http.StatusCreated, shown)
	}
}

// changedBy returns a function that reports whether an update changes a member. The
// argument body is the request's body. By default, members that are missing from the body
// keep their values, and null unsets a member. The switches can change this behavior.
func (a *Responses) changedBy(body *objectReader) func(name string) bool {
	return func(name string) bool {
		asked := body.sent(name)
		if a.PatchIgnoresNull {
			asked = body.given(name)
		}
		return (asked || a.PatchClearsOmitted) && !slices.Contains(a.PatchIgnores, name)
	}
}

// apply sets a member of a stored object to the requested value. It does
// nothing if the update does not change the member.
func apply[T any](changes func(name string) bool, name string, stored *T, asked T) {
	if changes(name) {
		*stored = asked
	}
}

// updated returns the response to an update. The argument shown is the object
// in the form that GET returns. Responses.Patch selects the response. The caller
// must hold the API's lock.
func (c *call) updated(shown object) (response, *problem) {
	switch c.api.responses.Patch {
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

// deleted returns the response to a DELETE of an existing object. Responses.Delete
// selects the response and determines whether the function remove is called now, later
// or never. The caller must hold the API's lock, and remove always runs under the lock.
func (c *call) deleted(remove func()) (response, *problem) {
	api := c.api
	switch api.responses.Delete {
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
