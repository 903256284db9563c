// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"bytes"
	"encoding/json"
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
	*r = Refs{}
	keep := func(one Ref) error {
		if one.ID != "" {
			*r = append(*r, one)
		}
		return nil
	}
	if data[0] == '[' {
		return eachElement(data, keep)
	}
	var one Ref
	if err := json.Unmarshal(data, &one); err != nil {
		return err
	}
	return keep(one)
}

// Object is an element of a list of the service.
type Object interface {
	// ObjectID returns the id that the service gave the object.
	ObjectID() string
}

// elements are the objects on a page. Decoding fails at the first without a valid
// id.
type elements[T Object] []T

// UnmarshalJSON reads a list, or null.
func (e *elements[T]) UnmarshalJSON(data []byte) error {
	switch {
	case string(data) == "null":
		return nil
	case data[0] != '[':
		return &json.UnmarshalTypeError{Value: "value that is no list"}
	}
	*e = elements[T]{}
	return eachElement(data, func(element T) error {
		*e = append(*e, element)
		return checkID(element.ObjectID())
	})
}

// eachElement decodes a list element by element and ends at the first error of
// take. Decoded whole, a list of empty elements would take a hundred times the size
// of its body.
func eachElement[T any](list []byte, take func(T) error) error {
	decoder := json.NewDecoder(bytes.NewReader(list))
	_, _ = decoder.Token() // its bracket
	for decoder.More() {
		var element T
		if err := decoder.Decode(&element); err != nil {
			return err
		}
		if err := take(element); err != nil {
			return err
		}
	}
	return nil
}
