// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"net/http"
	"slices"
)

// created returns the response that Responses.Create selects for a creation. Its argument
// is the created object in the form that GET returns. The caller must hold the API's
// lock.
func (c *exchange) created(shown object) (response, *problem) {
	switch c.api.responses.Create {
	case CreateIDAlone:
		return jsonResponse(http.StatusCreated, object{{"id", shown.text("id")}})
	case CreateAccepted:
		return response{status: http.StatusAccepted}, nil
	default:
		return jsonResponse(http.StatusCreated, shown)
	}
}

// changedBy returns a function that reports whether an update changes the member with a
// given name. By default, an update changes exactly the members in its body, including
// null members. PatchIgnores, PatchIgnoresNull and PatchClearsOmitted change this rule.
func (a *Responses) changedBy(body *objectReader) func(name string) bool {
	return func(name string) bool {
		asked := body.sent(name)
		if a.PatchIgnoresNull {
			asked = body.given(name)
		}
		return (asked || a.PatchClearsOmitted) && !slices.Contains(a.PatchIgnores, name)
	}
}

// apply sets a member of a stored object to the requested value (asked) if changes(name)
// is true.
func apply[T any](changes func(name string) bool, name string, stored *T, asked T) {
	if changes(name) {
		*stored = asked
	}
}

// updated returns the response that Responses.Patch selects for an update. Its argument
// is the updated object in the form that GET returns. The caller must hold the API's
// lock.
func (c *exchange) updated(shown object) (response, *problem) {
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
// selects the response and determines whether remove() is called now, later or never.
// The caller must hold the API's lock. A later call of remove() also runs under the lock.
func (c *exchange) deleted(remove func()) (response, *problem) {
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
