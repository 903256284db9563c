// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// Reasons for which a next page is not read.
var (
	errNextPageMalformed = errors.New("the service named a next page with a malformed address")
	errNextPageOrigin    = errors.New("the service named a next page on another origin, which is never asked")
	errNextPageLoop      = errors.New("the service named a next page that was read before")
)

// nextPage resolves a next_page_uri, absolute or relative, against the page
// that named it. It returns nil after the last page (interface section 2.2).
func nextPage(base, current *url.URL, uri *string, seen map[string]bool) (*url.URL, error) {
	if uri == nil || *uri == "" {
		return nil, nil //nolint:nilnil // no next page is an ordinary answer
	}
	reference, err := url.Parse(*uri)
	if err != nil {
		return nil, errNextPageMalformed
	}
	next := current.ResolveReference(reference)
	next.Fragment = ""
	// A parsed query is kept as it was written, and a space would end the request line.
	next.RawQuery = strings.ReplaceAll(next.RawQuery, " ", "%20")
	switch {
	case !sameOrigin(base, next):
		return nil, fmt.Errorf("%w: it led to %s", errNextPageOrigin, place(next))
	case seen[next.String()]:
		return nil, errNextPageLoop
	}
	return next, nil
}
