// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"bytes"
	"encoding/json"
)

// listed are the elements of a page. They are decoded one by one and refused at
// the first without an id: a body of small elements that say nothing would take a
// hundred times its size.
type listed[T any, P interface {
	*T
	identified
}] []T

type identified interface{ identity() string }

// UnmarshalJSON reads a list, or null.
func (l *listed[T, P]) UnmarshalJSON(data []byte) error {
	elements := json.NewDecoder(bytes.NewReader(data))
	start, err := elements.Token()
	if err != nil || start == nil {
		return err
	}
	if start != json.Delim('[') {
		return &json.UnmarshalTypeError{Value: "value that is no list"}
	}
	*l = listed[T, P]{}
	for elements.More() {
		var element T
		if err := elements.Decode(&element); err != nil {
			return err
		}
		if err := checkID(P(&element).identity()); err != nil {
			return err
		}
		*l = append(*l, element)
	}
	return nil
}
