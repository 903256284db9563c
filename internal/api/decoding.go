// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"encoding/json"
	"slices"
)

// Member is a member of a JSON object in a response. The member is absent, null, or has a
// value. A plain pointer could not distinguish an absent member from null.
type Member[T any] struct {
	Present bool
	Value   *T // nil if the member is absent or null
}

// UnmarshalJSON decodes a member that is present. The member may be null.
func (m *Member[T]) UnmarshalJSON(data []byte) error {
	m.Present = true
	// The error is not wrapped, because the calling decoder adds the name of the member.
	return json.Unmarshal(data, &m.Value)
}

// IsNull reports whether the response contains the member with the value null.
func (m Member[T]) IsNull() bool { return m.Present && m.Value == nil }

// OrZero returns the value of the member. It returns the zero value if the member is
// absent or null.
func (m Member[T]) OrZero() T {
	var value T
	if m.Value != nil {
		value = *m.Value
	}
	return value
}

// Ref refers to another object of the service (interface section 2.3).
type Ref struct {
	ID  string `json:"id"`
	URI string `json:"uri"`
}

// Refs is the type of a member with references. The API documentation declares a
// single Ref for the member, but describes a list. Refs therefore decodes both forms.
// Null becomes an empty list. Refs omits a Ref without an id, because the Ref refers
// to nothing.
type Refs []Ref

// UnmarshalJSON decodes a single Ref, a list of Refs, or null.
func (r *Refs) UnmarshalJSON(data []byte) error {
	list := []Ref{{}}
	var target any = &list
	if data[0] != '[' {
		target = &list[0]
	}
	if err := json.Unmarshal(data, target); err != nil {
		return err
	}
	*r = slices.DeleteFunc(list, func(one Ref) bool { return one.ID == "" })
	return nil
}

// Object is an element of a list that the service returns.
type Object interface {
	// ObjectID returns the id of the object.
	ObjectID() string
}
