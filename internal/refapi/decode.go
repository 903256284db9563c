// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"strings"
	"unicode/utf8"
)

// readObject parses the body. It rejects a body that is not declared as JSON,
// is malformed, or is not an object. The returned reader collects all other
// mistakes in the body. The reader's method finish returns them as one problem.
func (c *exchange) readObject() (*objectReader, *problem) {
	mediaType, _, err := mime.ParseMediaType(c.request.Header.Get("Content-Type"))
	if err != nil || mediaType != "application/json" {
		return nil, notJSON()
	}
	errs := &[]fieldError{}
	value, err := parse(c.body, errs)
	if err != nil {
		return nil, malformedJSON(err.Error())
	}
	members, ok := value.(map[string]any)
	if !ok {
		return nil, invalidFields([]fieldError{{Pointer: "", Detail: "must be an object"}})
	}
	return newObjectReader("", members, errs), nil
}

// parse decodes a JSON document. It rejects invalid UTF-8. For each repeated member, it
// appends an error to the list duplicates. The package encoding/json would accept
// repeated members and replace invalid UTF-8.
func parse(document []byte, duplicates *[]fieldError) (any, error) {
	if !utf8.Valid(document) {
		return nil, errors.New("it is not UTF-8")
	}
	// The method Decoder.Token, which the parser uses, accepts some invalid
	// JSON. Unmarshal rejects all invalid JSON. Unmarshal also limits the depth
	// of nesting, and therefore the depth of the parser's recursion.
	var whole json.RawMessage
	if err := json.Unmarshal(document, &whole); err != nil {
		return nil, fmt.Errorf("syntax: %w", err)
	}
	p := &parser{tokens: json.NewDecoder(bytes.NewReader(document)), duplicates: duplicates}
	p.tokens.UseNumber()
	return p.value("")
}

type parser struct {
	tokens     *json.Decoder
	duplicates *[]fieldError
}

// value returns the next value: a map, a slice, a string, a json.Number, a
// bool or nil.
func (p *parser) value(pointer string) (any, error) {
	token, err := p.tokens.Token()
	if err != nil {
		return nil, fmt.Errorf("reading a value: %w", err)
	}
	switch token {
	case json.Delim('{'):
		return p.object(pointer)
	case json.Delim('['):
		return p.list(pointer)
	}
	return token, nil
}

func (p *parser) object(pointer string) (any, error) {
	members := map[string]any{}
	for p.tokens.More() {
		token, err := p.tokens.Token()
		if err != nil {
			return nil, fmt.Errorf("reading a member's name: %w", err)
		}
		name := fmt.Sprint(token)
		at := memberPointer(pointer, name)
		value, err := p.value(at)
		if err != nil {
			return nil, err
		}
		if _, twice := members[name]; twice {
			*p.duplicates = append(*p.duplicates, fieldError{at, "appears more than once"})
		}
		members[name] = value
	}
	return members, p.closing()
}

func (p *parser) list(pointer string) (any, error) {
	elements := []any{}
	for p.tokens.More() {
		element, err := p.value(elementPointer(pointer, len(elements)))
		if err != nil {
			return nil, err
		}
		elements = append(elements, element)
	}
	return elements, p.closing()
}

func (p *parser) closing() error {
	if _, err := p.tokens.Token(); err != nil {
		return fmt.Errorf("reading a closing bracket: %w", err)
	}
	return nil
}

func memberPointer(parent, name string) string {
	name = strings.ReplaceAll(name, "~", "~0")
	return parent + "/" + strings.ReplaceAll(name, "/", "~1")
}

func elementPointer(parent string, index int) string {
	return fmt.Sprintf("%s/%d", parent, index)
}
