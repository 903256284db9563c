// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"unicode"
)

// checkID refuses an id that is empty or unprintable. CLIs print ids without escaping
// them.
func checkID(id string) error {
	if id == "" || strings.ContainsFunc(id, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return fmt.Errorf("the response has no printable id: %q", id)
	}
	return nil
}

// createdID returns the id of the object that a creation request has created. The
// response contains the id in its body, or in a Location header of the same origin (RFC
// 9110, section 10.2.2). decodeErr is the error of decoding the response. It may be
// nil.
func (c *Client) createdID(made *call, decodeErr error) (string, error) {
	var named struct {
		ID string `json:"id"`
	}
	// If the response has another shape, the id stays empty.
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

// idInLocation returns the id of the object at a Location. It returns "" if the object
// is not an element of collection. The path prefix of the base URL is not compared,
// because a gateway may remove the prefix.
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
