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

// checkID rejects an empty id. It also rejects an id with an unprintable character,
// because Terraform prints ids without escaping them.
func checkID(id string) error {
	if id == "" || strings.ContainsFunc(id, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return fmt.Errorf("the response has no printable id: %q", id)
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
