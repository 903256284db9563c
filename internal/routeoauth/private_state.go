// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

// Keys of private state.
const (
	// creationResponseKey is the key of the response to a creation whose settings
	// differ from the plan. State must equal the plan after a creation, and the module
	// cannot be read. The next refresh copies the settings from this response to state.
	creationResponseKey = "response"
	// importedKey is the key of the names of settings that an import has read. An apply
	// removes the names of settings that are configured.
	importedKey = "imported"
	// setAtKey is the key of the time of the last request that set the module, by the
	// service's clock. Reads may lag behind, so a module that is not found shortly
	// after that time may still exist.
	setAtKey = "set_at"
	// planKey is the key of a planNote.
	planKey = "plan"
)

// planNote is the note that the plan of a resource stores in private state. The
// deletion reads the note. In a replacement, the plan of the creation reads the note
// too, because its state is null. CLIs plan the replacement of a tainted resource as a
// creation only, so its note has no Route. Reads, updates and deletions remove the
// note, so that a creation never reads a note from an earlier run.
type planNote struct {
	Route    string `json:"route,omitzero"`    // the route in state
	MayLeave bool   `json:"may_leave"`         // the plan warned about opening Route, or Route does not become open
	Creation string `json:"creation,omitzero"` // the route of the planned creation
}
