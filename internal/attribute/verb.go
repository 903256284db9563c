// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

// Verb is what was done with an object before its state is set.
type Verb int

// The verbs that leave a state.
const (
	Read Verb = iota
	Creation
	Update
)
