// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"net/http"
	"net/url"
	"strconv"
)

// cursorParameter is the only query parameter that lists support.
const cursorParameter = "cursor"

// cursor returns the serial number of the last object before the requested
// page. For the first page, cursor returns 0.
func (c *exchange) cursor() (uint64, *problem) {
	text := c.request.URL.Query().Get(cursorParameter)
	if text == "" {
		return 0, nil
	}
	serial, err := strconv.ParseUint(text, 36, 63)
	if err != nil {
		return 0, invalidCursor()
	}
	return serial, nil
}

// nextPage adds a cursor to the URI of a list. The result is the URI of the page that
// starts after the object with the given serial number.
func nextPage(list string, serial uint64) string {
	query := url.Values{cursorParameter: {strconv.FormatUint(serial, 36)}}
	return list + "?" + query.Encode()
}

// page returns one page of the list at the request's path (interface section
// 2.2). The response contains the elements in a member with the given name. Each
// element is the result of show(), without the members in Responses.ListOmits.
func page[T any](c *exchange, name string, objects *collection[T], show func(*view, T) object) (response, *problem) {
	cursor, p := c.cursor()
	if p != nil {
		return response{}, p
	}
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	v := c.view()
	values, last, more := objects.listed(cursor, c.api.options.PageSize)
	elements := make([]object, len(values))
	for i, value := range values {
		elements[i] = show(c.view(), value).without(v.responses.ListOmits)
	}
	v.add(name, elements)
	v.addPageURIs(c.base+c.request.URL.EscapedPath(), last, more)
	return jsonResponse(http.StatusOK, v.members)
}

// addPageURIs adds the members uri and next_page_uri of a list. On the last page of the
// list, next_page_uri is unset. The argument last is the serial number of the last object
// on this page.
func (v *view) addPageURIs(list string, last uint64, more bool) {
	v.add("uri", list)
	switch {
	case !more:
		v.addUnset("next_page_uri", "")
	case v.responses.RelativeNextPage:
		v.add("next_page_uri", pathOf(nextPage(list, last)))
	default:
		v.add("next_page_uri", nextPage(list, last))
	}
}

// pathOf returns a URI without its scheme and host.
func pathOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return address
	}
	return parsed.RequestURI()
}
