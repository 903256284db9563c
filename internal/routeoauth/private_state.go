// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

// Keys of private state.
const (
	// creationResponseKey is the key of a response to a creation. After a creation,
	// state must equal the plan, so a response whose settings differ from the plan is
	// stored under this key. If the module cannot be read, the next refresh copies the
	// settings from the stored response to state.
	creationResponseKey = "response"
	// importedKey is the key of the names of settings that an import has read. When
	// such a setting is configured, the plan removes its name from private state.
	importedKey = "imported"
	// setAtKey is the key of the time, by the service's clock, of the last request that
	// set the module. The reads of a service may lag behind its writes. A module that
	// is not found shortly after that time may therefore still exist.
	setAtKey = "set_at"
	// tokenKey is the key of the token that identifies an instance. Creations write a new
	// token, because a CLI may keep the old instance until the new instance exists.
	// Updates write a token only after an import, which leaves the instance without one.
	tokenKey = "token"
	// planKey is the key of a planNote.
	planKey = "plan"
)

// planNote is what the plan of a resource stores in private state. The deletion reads
// the planNote. CLIs plan a replacement twice, and the second planning also reads the
// planNote, because the state is null at that time. CLIs plan the replacement of a
// tainted resource only as a creation, so Route is then "". Updates and deletions remove
// the planNote, and creations start with empty private state. Therefore, a creation never
// reads a planNote from an earlier run.
type planNote struct {
	Route    string `json:"route,omitzero"`    // the route in state
	MayLeave bool   `json:"may_leave"`         // Route stays protected, or the plan has warned
	Creation string `json:"creation,omitzero"` // the route of the planned creation
}
