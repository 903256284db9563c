// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"cmp"
	"context"
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
func (m Member[T]) OrZero() T { return *cmp.Or(m.Value, new(T)) }

// Ref refers to another object of the service (interface section 2.3).
type Ref struct {
	ID  string `json:"id"`
	URI string `json:"uri"`
}

// Refs is the type of a member with references. The API documentation declares a single Ref
// for the member, but describes a list. Refs therefore decodes both forms. Null becomes an
// empty list. Refs omits a Ref without an id, because such a Ref refers to nothing.
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

// Object is an object in a response, such as an element of a list. An object has an id.
type Object interface {
	ObjectID() string
	// IsWhole reports whether the response contained the complete object.
	IsWhole() bool
}

// create sends a creation. If isUsable returns false for the object in the response, create
// returns an object that contains only the id.
func create[T Object](ctx context.Context, c *Client, r request, isUsable func(*T) bool, withID func(id string) *T) (*T, error) {
	made, err := c.do(ctx, r)
	if err != nil {
		return nil, err
	}
	created := new(T)
	err = made.decode(created)
	if err == nil && isUsable(created) && checkID((*created).ObjectID()) == nil {
		return created, nil
	}
	id, err := c.createdID(made, err)
	if err != nil {
		return nil, err
	}
	return withID(id), nil
}

// update sends an update of the object with the given id, and returns the object in the
// response. If the response is not this object, the result is an empty object.
func update[T Object](ctx context.Context, c *Client, r request, id string) (*T, error) {
	made, err := c.do(ctx, r)
	if err != nil {
		return nil, err
	}
	updated := new(T)
	if isObject := made.decode(updated) == nil; !isObject || (*updated).ObjectID() != id {
		return new(T), nil
	}
	return updated, nil
}
