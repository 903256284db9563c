// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import "encoding/json"

// Member is a member of an answer that may be absent, null or have a value. A
// plain pointer would not tell the first two apart.
type Member[T any] struct {
	Present bool
	Value   *T // nil where the member is absent or null
}

// UnmarshalJSON reads a member that is present, even as null.
func (m *Member[T]) UnmarshalJSON(data []byte) error {
	m.Present = true
	// Its error stays as it is: the decoder around it adds the member's name.
	return json.Unmarshal(data, &m.Value)
}

// IsNull reports whether the member is present as null.
func (m Member[T]) IsNull() bool { return m.Present && m.Value == nil }

// OrZero returns the value, or the zero value where the member is absent or null.
func (m Member[T]) OrZero() T {
	var value T
	if m.Value != nil {
		value = *m.Value
	}
	return value
}
