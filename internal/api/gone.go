// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
)

// IsNotFound reports whether the service itself says that an object does not exist:
// 404 or 410 with a whole body that is JSON or empty. Any other 404 or 410 comes
// from something in front of the API, and no object may be given up for it.
func IsNotFound(err error) bool {
	failure, ok := errors.AsType[*Error](err)
	return ok && failure.gone
}

// saysGone reports whether the service itself says that an object does not exist. A
// bare number is valid JSON, but a gateway's text.
func (a *answer) saysGone() bool {
	if a.status != http.StatusNotFound && a.status != http.StatusGone {
		return false
	}
	body := bytes.TrimSpace(a.body)
	return len(body) == 0 || bytes.ContainsAny(body[:1], `{["n`) && json.Valid(body)
}
