// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

// Keys of private state.
const (
	// creationResponseKey is the key of a response to a creation. The response is stored
	// only if the settings in the response differ from the plan. After a creation, state
	// must equal the plan. If the module cannot be read, the next refresh copies the
	// settings from the stored response to state.
	creationResponseKey = "response"
	// importedKey is the key of the names of settings that an import has read. When such
	// a setting is configured, the plan removes the name.
	importedKey = "imported"
	// setAtKey is the key of the time of the last request that set the module, by the
	// service's clock. The reads of a service may lag behind its writes. A module that is
	// not found shortly after that time may therefore still exist.
	setAtKey = "set_at"
	// planKey is the key of a planNote.
	planKey = "plan"
)

// planNote is a note that the plan of a resource stores in private state. The deletion
// reads the note. In a replacement, the planned creation also reads the note, because the
// state is null at that time. CLIs plan the replacement of a tainted resource only as a
// creation, so Route is "" in that note. Reads, updates and deletions remove the note, so
// that a creation never reads a note from an earlier run.
type planNote struct {
	Route    string `json:"route,omitzero"`    // the route in state
	MayLeave bool   `json:"may_leave"`         // the plan warned that Route will be open, or does not open Route
	Creation string `json:"creation,omitzero"` // the route of the planned creation
}
