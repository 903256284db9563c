// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"unicode"
)

var errNoID = errors.New("the answer names no id")

// checkID refuses an id that is empty or cannot be printed: a CLI prints ids as
// they are.
func checkID(id string) error {
	if id == "" {
		return errNoID
	}
	if strings.ContainsFunc(id, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return fmt.Errorf("the answer has the id %q, which holds a character that cannot be printed", id)
	}
	return nil
}

// createdID returns the id that the answer to a creation gives the new object, in
// its body or as a Location of the same origin (RFC 9110, section 10.2.2).
// DecodeErr is the error of decoding the answer, nil if it had none.
func (c *Client) createdID(received *answer, decodeErr error) (string, error) {
	var named struct {
		ID string `json:"id"`
	}
	// An answer of another shape names no id.
	_ = json.Unmarshal(received.body, &named)
	if named.ID == "" {
		named.ID = c.idInLocation(received.request.url, received.header.Get("Location"))
	}
	if named.ID == "" && decodeErr != nil {
		return "", decodeErr
	}
	if err := checkID(named.ID); err != nil {
		return "", received.unusable(err)
	}
	return named.ID, nil
}

// idInPart returns the id that an answer to a creation gives the new object, of
// which only a part came, or which is a redirect that is not followed.
func (c *Client) idInPart(r request, answered *attemptError) string {
	id := ""
	if answered.status < http.StatusMultipleChoices {
		id = idAtTop(answered.body)
	}
	if id == "" && answered.status < http.StatusBadRequest {
		id = c.idInLocation(r.url, answered.header.Get("Location"))
	}
	return id
}

// idAtTop returns the id of the object at the beginning of a document that may
// break off anywhere, or "" if it breaks off before the id's end.
func idAtTop(document []byte) string {
	id := ""
	decoder := json.NewDecoder(bytes.NewReader(document))
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return ""
	}
	for decoder.More() {
		name, err := decoder.Token()
		var value json.RawMessage
		if err != nil || decoder.Decode(&value) != nil {
			break
		}
		if name == "id" {
			id = ""
			_ = json.Unmarshal(value, &id) // Another type is no id.
		}
	}
	return id
}

// idInLocation returns the id of the object at a Location, or "" if that is not an
// element of collection. The path prefix of the base URL may differ there, because
// a gateway may strip it.
func (c *Client) idInLocation(collection *url.URL, location string) string {
	at, err := collection.Parse(location)
	if err != nil || !sameOrigin(c.baseURL, at) {
		return ""
	}
	path := strings.TrimPrefix(collection.EscapedPath(), c.baseURL.EscapedPath())
	_, segment, _ := strings.Cut(at.EscapedPath(), path+"/")
	id, err := url.PathUnescape(segment)
	if err != nil || strings.Contains(segment, "/") {
		return ""
	}
	return id
}
