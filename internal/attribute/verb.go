// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

// Verb is an operation whose result the provider writes to state.
type Verb int

// The values of [Verb].
const (
	Read Verb = iota
	Creation
	Update
)
