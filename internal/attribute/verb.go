// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

// Verb is an operation that sets state.
type Verb int

// The operations that set state.
const (
	Read Verb = iota
	Creation
	Update
)
