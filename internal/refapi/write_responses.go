// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"net/http"
	"slices"
)

// respond returns a response that shows an object. If only is not nil, the response shows
// only these members. The caller must hold the API's lock.
func (c *exchange) respond(status int, object shown, only []string) (response, *problem) {
	v := c.view()
	v.only = only
	object.show(v)
	return jsonResponse(status, v.object()), nil
}

// created returns the response to a creation. The caller must hold the API's lock.
func (c *exchange) created(object shown) (response, *problem) {
	var only []string
	if c.api.responses.CreateIDAlone {
		only = []string{"id"}
	}
	return c.respond(http.StatusCreated, object, only)
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

// updated returns the response that Responses.Patch selects for an update. The caller must
// hold the API's lock.
func (c *exchange) updated(object shown) (response, *problem) {
	switch c.api.responses.Patch {
	case PatchNoContent:
		return response{status: http.StatusNoContent}, nil
	case PatchEmpty:
		return response{status: http.StatusOK}, nil
	case PatchOtherShape:
		return jsonResponse(http.StatusOK, []byte(`{"status":"ok"}`)), nil
	default:
		return c.respond(http.StatusOK, object, nil)
	}
}
