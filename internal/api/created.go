// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// checkID rejects an empty id, and an id that a CLI would not keep: CLIs print ids without
// escaping them, and store them in Unicode's normalization form C.
func checkID(id string) error {
	switch {
	case id == "":
		return errors.New("the response has no id")
	case strings.ContainsFunc(id, func(r rune) bool { return !unicode.IsPrint(r) }):
		return fmt.Errorf("the object exists, but its id has a character that is not printable: %+q", id)
	case !norm.NFC.IsNormalString(id):
		return fmt.Errorf("the object exists, but a CLI would change its id, which is not in normalization form C: %+q", id)
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
