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
	value, err := parse(c.body)
	if err != nil {
		return nil, malformedJSON(err.Error())
	}
	members, ok := value.(map[string]any)
	if !ok {
		return nil, invalidFields([]fieldError{{Pointer: "", Detail: "must be an object"}})
	}
	return newObjectReader("", members, &[]fieldError{}), nil
}

// parse decodes a JSON document. It rejects invalid UTF-8, which the package encoding/json
// would replace.
func parse(document []byte) (value any, err error) {
	if !utf8.Valid(document) {
		return nil, errors.New("it is not UTF-8")
	}
	// Unlike a Decoder, Unmarshal rejects text after the document.
	if err := json.Unmarshal(document, new(json.RawMessage)); err != nil {
		return nil, fmt.Errorf("syntax: %w", err)
	}
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		return nil, fmt.Errorf("syntax: %w", err)
	}
	return value, nil
}

func memberPointer(parent, name string) string {
	name = strings.ReplaceAll(name, "~", "~0")
	return parent + "/" + strings.ReplaceAll(name, "/", "~1")
}

func elementPointer(parent string, index int) string {
	return fmt.Sprintf("%s/%d", parent, index)
}
