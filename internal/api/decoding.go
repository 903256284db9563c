// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
	"golang.org/x/text/unicode/norm"
)

// Object is an object in a response, such as an element of a list.
type Object interface {
	ObjectID() string
	// IsWhole reports whether the response contained the complete object.
	IsWhole() bool
	creationTime() string
}

// Member is a JSON member that is absent, null, or has a value. A pointer could not
// distinguish absent from null.
type Member[T any] struct {
	Present bool
	Value   *T // nil if the member is absent or null
}

func (m *Member[T]) UnmarshalJSONFrom(decoder *jsontext.Decoder) error {
	m.Present, m.Value = true, nil // json would decode into the former value, which a copy may share.
	return json.UnmarshalDecode(decoder, &m.Value)
}

func (m Member[T]) IsNull() bool { return m.Present && m.Value == nil }

// OrZero returns the zero value if the member is absent or null.
func (m Member[T]) OrZero() T { return *cmp.Or(m.Value, new(T)) }

// Ref refers to another object of the service (interface section 2.3).
type Ref struct {
	ID  string `json:"id"`
	URI string `json:"uri"`
}

// Refs decodes a Ref, a list of them, or null: the API documentation declares a single Ref,
// but describes a list (interface section 2.3). It omits a Ref without an id, which refers to
// nothing.
type Refs []Ref

func (r *Refs) UnmarshalJSONFrom(decoder *jsontext.Decoder) error {
	list := []Ref{{}}
	var target any = &list
	if decoder.PeekKind() != '[' {
		target = &list[0]
	}
	if err := json.UnmarshalDecode(decoder, target); err != nil {
		return err
	}
	*r = slices.DeleteFunc(list, func(ref Ref) bool { return ref.ID == "" })
	return nil
}

// IsID reports whether a CLI keeps an id as it is: CLIs print ids without escaping them, and
// store them in Unicode's normalization form C.
func IsID(id string) bool {
	return !strings.ContainsFunc(id, func(r rune) bool { return !unicode.IsPrint(r) }) && norm.NFC.IsNormalString(id)
}

func checkID(id string) error {
	switch {
	case id == "":
		return errors.New("the response has no id")
	case !IsID(id):
		return fmt.Errorf("the object exists, but its id has a character that is not printable, or is not in normalization form C: %+q", id)
	}
	return nil
}

// decode fails if the response is not JSON in UTF-8, or does not fit the type. The object stays
// empty if the response is null or {}, so callers check it.
func (c *call) decode(object any) error { return c.decodeMember("", c.last.body, object) }

// decodeMember is decode for the value at a JSON pointer (RFC 6901) in the response. Of repeated
// names, the last counts. Null does not replace a text that the object has.
func (c *call) decodeMember(at string, encoded []byte, object any) error {
	err := json.Unmarshal(encoded, object, jsontext.AllowDuplicateNames(true), jsonv1.MergeWithLegacySemantics(true))
	wrong, isOfWrongType := errors.AsType[*json.SemanticError](err)
	broken, isBroken := errors.AsType[*jsontext.SyntacticError](err)
	switch {
	case isOfWrongType:
		// The message of package json names Go types, which users do not know.
		return c.failure(fmt.Errorf("the response has a value of the wrong type at %q", at+string(wrong.JSONPointer)))
	case isBroken && broken.JSONPointer != "":
		return c.failure(fmt.Errorf("the response is not JSON in UTF-8 at %q", broken.JSONPointer))
	case err != nil && len(bytes.TrimSpace(encoded)) == 0:
		return c.failure(errEmpty)
	case err != nil:
		return c.failure(ErrNotJSON)
	}
	return nil
}

// decodeIdentified decodes objects whose every response has an id.
func decodeIdentified[T Object](made *call, id string) (*T, error) {
	found := new(T)
	if err := made.decode(found); err != nil {
		return nil, err
	}
	switch foundID := (*found).ObjectID(); {
	case foundID == "":
		return nil, made.failure(errors.New("the response describes no object: it has no id"))
	case id != "" && foundID != id:
		return nil, made.errWrongObject(foundID)
	}
	return found, nil
}

func (c *call) errWrongObject(idInResponse string) error {
	return c.failure(fmt.Errorf("the response describes another object, with the id %q", idInResponse))
}

// createdID returns the id in the response body or in the Location header (RFC 9110, section
// 10.2.2). If neither has one, the error is decodeErr, or is about the id if decodeErr is nil.
func (c *Client) createdID(made *call, decodeErr error) (string, error) {
	var named struct {
		ID string `json:"id"`
	}
	// The id stays empty if the body has none before what cannot be decoded.
	_ = json.Unmarshal(made.last.body, &named, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
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

// idInLocation returns "" if the URL is not that of an object in the collection. It ignores origins and
// path prefixes, because a gateway may change them: the id is only a name, which is read at the base URL.
func (c *Client) idInLocation(collection *url.URL, location string) string {
	at, err := collection.Parse(location)
	if err != nil {
		return ""
	}
	path := strings.TrimPrefix(collection.EscapedPath(), c.config.BaseURL.EscapedPath())
	_, segment, _ := strings.Cut(strings.TrimSuffix(at.EscapedPath(), "/"), path+"/")
	if strings.Contains(segment, "/") {
		return ""
	}
	id, _ := url.PathUnescape(segment) // EscapedPath returns a valid path
	return id
}
