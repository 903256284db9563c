// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"regexp"
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
	if err := syntaxError(c.body); err != nil {
		return nil, malformedJSON(err.Error())
	}
	d := &decoder{Decoder: json.NewDecoder(bytes.NewReader(c.body)), document: c.body}
	d.UseNumber()
	members, ok := d.value("").(map[string]any)
	if !ok {
		return nil, invalidFields([]fieldError{{Pointer: "", Detail: "must be an object"}})
	}
	return newObjectReader("", members, &d.errs), nil
}

// syntaxError also rejects invalid UTF-8, which the package encoding/json would replace.
func syntaxError(document []byte) error {
	if !utf8.Valid(document) {
		return errors.New("it is not UTF-8")
	}
	// Unlike a Decoder, Unmarshal rejects text after the document.
	if err := json.Unmarshal(document, new(json.RawMessage)); err != nil {
		return fmt.Errorf("syntax: %w", err)
	}
	return nil
}

// escapes matches the escapes in a string. The group is half of a surrogate pair, without the
// other half.
var escapes = regexp.MustCompile(`(?i)\\(?:ud[89ab]..\\ud[c-f]..|(ud[89a-f]..)|.)`)

// decoder decodes a well-formed document. It collects what the package encoding/json would
// accept: repeated members, and halves of surrogate pairs.
type decoder struct {
	*json.Decoder
	document []byte
	errs     []fieldError
}

// value decodes the next value. The pointer leads to this value.
func (d *decoder) value(pointer string) any {
	token := d.token(pointer)
	switch token {
	case json.Delim('{'):
		members := map[string]any{}
		for d.More() {
			name, _ := d.token(pointer).(string)
			member := memberPointer(pointer, name)
			if _, repeated := members[name]; repeated {
				d.errs = append(d.errs, fieldError{member, "is repeated"})
			}
			members[name] = d.value(member)
		}
		d.token(pointer)
		return members
	case json.Delim('['):
		elements := []any{}
		for d.More() {
			elements = append(elements, d.value(elementPointer(pointer, len(elements))))
		}
		d.token(pointer)
		return elements
	}
	return token
}

// token returns the next token. The pointer leads to its value, or, for a name, to the object.
func (d *decoder) token(pointer string) json.Token {
	start := d.InputOffset()
	token, _ := d.Token() // the document is well-formed
	for _, escape := range escapes.FindAllSubmatchIndex(d.document[start:d.InputOffset()], -1) {
		if isHalf := escape[2] >= 0; isHalf {
			d.errs = append(d.errs, fieldError{pointer, "must not contain half of a surrogate pair"})
			break
		}
	}
	return token
}

func memberPointer(parent, name string) string {
	name = strings.ReplaceAll(name, "~", "~0")
	return parent + "/" + strings.ReplaceAll(name, "/", "~1")
}

func elementPointer(parent string, index int) string {
	return fmt.Sprintf("%s/%d", parent, index)
}
