// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import "encoding/json"

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
