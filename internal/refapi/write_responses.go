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

// created returns the response to the creation of an object with this id. The caller must
// hold the API's lock.
func (c *exchange) created(id string, object shown) (response, *problem) {
	if base := c.api.responses.CreateLocatedAt; base != "" {
		location := link(base+c.request.URL.EscapedPath(), id)
		return response{status: http.StatusCreated, header: http.Header{"Location": {location}}}, nil
	}
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
	switch shape := c.api.responses.Patch; {
	case shape == PatchWhole, c.api.responses.PatchMoves:
		return c.respond(http.StatusOK, object, nil)
	case shape == PatchNoContent:
		return response{status: http.StatusNoContent}, nil
	case shape == PatchEmpty:
		return response{status: http.StatusOK}, nil
	default:
		return jsonResponse(http.StatusOK, []byte(`{"status":"ok"}`)), nil
	}
}

// move removes an object that is updated if Responses.PatchMoves is set, and sets its new id.
// The caller must hold the API's lock.
func move[T any](c *exchange, from *collection[T], id *string, prefix string) {
	if c.api.responses.PatchMoves {
		from.remove(*id)
		*id = newID(prefix)
	}
}
