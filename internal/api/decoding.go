// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Member is a member of a JSON object in a response. The member is absent, null, or has a
// value. A plain pointer could not distinguish an absent member from null.
type Member[T any] struct {
	Present bool
	Value   *T // nil if the member is absent or null
}

// UnmarshalJSON decodes a member that is present. The member may be null.
func (m *Member[T]) UnmarshalJSON(data []byte) error {
	m.Present, m.Value = true, nil // json would decode into the former value, which a copy may share.
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
	*r = slices.DeleteFunc(list, func(ref Ref) bool { return ref.ID == "" })
	return nil
}

// IsID reports whether a CLI can keep an id as it is: CLIs print ids without escaping them,
// and store them in Unicode's normalization form C.
func IsID(id string) bool {
	return !strings.ContainsFunc(id, func(r rune) bool { return !unicode.IsPrint(r) }) && norm.NFC.IsNormalString(id)
}

// checkID rejects an empty id in a response, and an id that a CLI would not keep.
func checkID(id string) error {
	switch {
	case id == "":
		return errors.New("the response has no id")
	case !IsID(id):
		return fmt.Errorf("the object exists, but its id has a character that is not printable, or is not in normalization form C: %+q", id)
	}
	return nil
}

// createdID returns the id of a created object. The id comes from the response
// body, or from a Location header with a URL of the same origin (RFC 9110,
// section 10.2.2). If neither has an id, createdID returns decodeErr, or an error
// about the id if decodeErr is nil.
func (c *Client) createdID(made *call, decodeErr error) (string, error) {
	var named struct {
		ID string `json:"id"`
	}
	// If the body is not an object with an id, the id stays empty.
	_ = json.Unmarshal(made.last.body, &named)
	if named.ID == "" {
		named.ID = c.idInLocation(made.request.url, made.last.header.Get("Location"))
	}
	if named.ID == "" && decodeErr != nil {
		return "", decodeErr
	}
	if err := checkID(named.ID); err != nil {
		return "", made.failure(err)
	}
	return named.ID, nil
}

// idInLocation returns the id in the URL of a Location header. It returns "" if the URL
// does not belong to an object in the collection. It ignores path prefixes, because a
// gateway may add or remove a prefix.
func (c *Client) idInLocation(collection *url.URL, location string) string {
	at, err := collection.Parse(location)
	if err != nil || !sameOrigin(c.config.BaseURL, at) {
		return ""
	}
	path := strings.TrimPrefix(collection.EscapedPath(), c.config.BaseURL.EscapedPath())
	_, segment, _ := strings.Cut(at.EscapedPath(), path+"/")
	id, err := url.PathUnescape(segment)
	if err != nil || strings.Contains(segment, "/") {
		return ""
	}
	return id
}
