package api

import (
	"encoding/json"
	"slices"
)

// Member is a member of an answer that may be absent, null or have a value. A
// plain pointer would not tell the first two apart.
type Member[T any] struct {
	Present bool
	Value   *T // nil where the member is absent or null
}

// UnmarshalJSON reads a member that is present, be it null.
func (m *Member[T]) UnmarshalJSON(data []byte) error {
	m.Present = true
	// Its error stays as it is: the decoder around it adds the member's name.
	return json.Unmarshal(data, &m.Value)
}

// Ref names another object of the service (interface section 2.3).
type Ref struct {
	ID  string `json:"id"`
	URI string `json:"uri"`
}

// Refs is a list of references. The interface calls such a member one Ref and
// describes a list, so that both are read, and null as an empty list. A Ref
// without an id refers to nothing and is left out.
type Refs []Ref

// UnmarshalJSON reads one Ref, a list of them, or null.
func (r *Refs) UnmarshalJSON(data []byte) error {
	list := make([]Ref, 1)
	var err error
	if data[0] == '{' {
		err = json.Unmarshal(data, &list[0])
	} else {
		err = json.Unmarshal(data, &list)
	}
	*r = slices.DeleteFunc(list, func(ref Ref) bool { return ref.ID == "" })
	return err
}
