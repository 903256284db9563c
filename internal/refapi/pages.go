// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"encoding/json"
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
// element is the object without the members in Responses.ListOmits.
func page[T shown](c *exchange, name string, objects *collection[T]) (response, *problem) {
	cursor, p := c.cursor()
	if p != nil {
		return response{}, p
	}
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	values, last, more := objects.listed(cursor, c.api.options.PageSize)
	elements := make([]json.RawMessage, len(values))
	for i, value := range values {
		element := c.view()
		element.omits = c.api.responses.ListOmits
		value.show(element)
		elements[i] = element.object()
	}
	uri, next := c.base+c.request.URL.EscapedPath(), ""
	if more {
		next = nextPage(uri, last)
	}
	v := c.view()
	v.add(name, elements)
	v.add("uri", uri)
	v.addText("next_page_uri", next)
	return jsonResponse(http.StatusOK, v.object()), nil
}
