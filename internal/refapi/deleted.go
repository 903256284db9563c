// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import "net/http"

// deleted removes an object and answers its DELETE, both as the switches ask.
// The caller holds the API's lock, and remove runs under it too.
func (c *call) deleted(shown object, remove func()) (answer, *problem) {
	api := c.api
	switch api.answers.Delete {
	case DeleteNotDone:
		return jsonAnswer(http.StatusOK, object{{"success", false}})
	case DeleteAccepted:
		api.pending = append(api.pending, func() {
			api.mu.Lock()
			defer api.mu.Unlock()
			remove()
		})
		return answer{status: http.StatusAccepted}, nil
	case DeleteShown:
		remove()
		return jsonAnswer(http.StatusOK, shown)
	default:
		remove()
		return answer{status: http.StatusNoContent}, nil
	}
}
