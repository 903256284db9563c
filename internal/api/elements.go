// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"bytes"
	"encoding/json"
)

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
	if _, err := decoder.Token(); err != nil {
		return err
	}
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
