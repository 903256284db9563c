// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"encoding/json"
	"slices"
)

// Member is a member of a response that may be absent, null or have a value. A
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

// Ref names another object of the service (interface section 2.3).
type Ref struct {
	ID  string `json:"id"`
	URI string `json:"uri"`
}

// Refs is a list of references. The interface declares such a member as one Ref but
// describes a list, so both forms are read. Null is an empty list. A Ref without an
// id refers to nothing and is left out.
type Refs []Ref

// UnmarshalJSON reads one Ref, a list of them, or null.
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

// Object is an element of a list of the service.
type Object interface {
	// ObjectID returns the id that the service gave the object.
	ObjectID() string
}
