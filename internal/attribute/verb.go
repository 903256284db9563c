// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

// Verb is the operation after which state is set.
type Verb int

// The operations after which there is a state.
const (
	Read Verb = iota
	Creation
	Update
)
