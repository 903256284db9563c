package refapi

import (
	"net/url"
	"strconv"
)

// cursorParameter is the only query parameter that the list knows.
const cursorParameter = "cursor"

// cursor returns where the asked-for page starts: after the object with this
// serial number, 0 for the first page.
func (c *call) cursor() (uint64, *problem) {
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

// nextPage returns the address of the page that starts after a serial number.
func nextPage(list string, serial uint64) string {
	query := url.Values{cursorParameter: {strconv.FormatUint(serial, 36)}}
	return list + "?" + query.Encode()
}
