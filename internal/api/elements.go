// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"bytes"
	"encoding/json"
)

// Object is what the service lists.
type Object interface {
	// Identity returns the id that the service gave the object.
	Identity() string
}

// elements are those of a page. The first without an id is refused.
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
		return checkID(element.Identity())
	})
}

// eachElement decodes the elements of a list one by one, and ends at the first
// error of take: a body of small elements that say nothing would take a hundred
// times its size.
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
