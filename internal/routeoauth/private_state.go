// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

// Keys of private state.
const (
	// creationResponseKey has the response to a creation, if that has other settings than
	// planned. A creation must leave the plan in state, and the module cannot be
	// read: the next refresh takes the settings from here.
	creationResponseKey = "response"
	// importedKey has the names of the settings that an import has read and that no
	// apply has found in the configuration since.
	importedKey = "imported"
	// setAtKey has the time of the last request that set the module, by the service's
	// clock. A module that is not found so soon after may show late.
	setAtKey = "set_at"
	// planKey has a planNote.
	planKey = "plan"
)

// planNote is what the plan of a resource leaves in private state. The deletion
// reads it, and so does the plan of the creation in a replacement, for which state
// is null. Both see nothing of a tainted resource's own plan: a CLI plans its
// replacement as a mere creation. Reads, updates and deletions remove the note, so
// that a creation sees only that of its own run.
type planNote struct {
	Route    routeIDs `json:"route,omitzero"`    // in state
	MayLeave bool     `json:"may_leave"`         // leaving that route opens nothing, or is announced
	Creation routeIDs `json:"creation,omitzero"` // the route of the planned creation
}

// routeIDs are the ids of an edge and of its route.
type routeIDs [2]string

func (i identity) ids() routeIDs {
	return routeIDs{i.EdgeID.ValueString(), i.RouteID.ValueString()}
}
