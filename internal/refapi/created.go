// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"cmp"
	"net/http"
)

// created answers a creation with the object as GET shows it, in the form and
// with the status that the switches ask for. The caller holds the API's lock.
func (c *call) created(shown object) (answer, *problem) {
	got, p := c.createdForm(shown)
	got.status = cmp.Or(c.api.answers.CreateStatus, got.status)
	return got, p
}

func (c *call) createdForm(shown object) (answer, *problem) {
	switch c.api.answers.Create {
	case CreateIDAlone:
		return jsonAnswer(http.StatusCreated, object{{"id", shown.text("id")}})
	case CreateLocationPath:
		return createdAt(pathOf(shown.text("uri"))), nil
	case CreateLocationURL:
		return createdAt(shown.text("uri")), nil
	case CreateAccepted:
		return answer{status: http.StatusAccepted}, nil
	case CreateOK:
		return jsonAnswer(http.StatusOK, shown)
	default:
		return jsonAnswer(http.StatusCreated, shown)
	}
}

func createdAt(location string) answer {
	return answer{status: http.StatusCreated, header: http.Header{"Location": {location}}}
}
