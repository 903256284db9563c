// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// An update sends the id and every member, because services may differ in the
// effect of an omitted member.
func TestFailoverBackend_bodies(t *testing.T) {
	t.Parallel()
	full := api.FailoverBackendSettings{Description: "d", Metadata: "m", Backends: []string{"b", "a", "b"}}
	create := func(c *api.Client, settings api.FailoverBackendSettings) error {
		_, err := c.CreateFailoverBackend(t.Context(), settings)
		return err
	}
	update := func(c *api.Client, settings api.FailoverBackendSettings) error {
		_, err := c.UpdateFailoverBackend(t.Context(), "x", settings)
		return err
	}
	for name, test := range map[string]struct {
		send     func(*api.Client, api.FailoverBackendSettings) error
		settings api.FailoverBackendSettings
		want     string
	}{
		"creation":            {create, full, `{"description":"d","metadata":"m","backends":["b","a","b"]}`},
		"creation of nothing": {create, api.FailoverBackendSettings{Backends: []string{}}, `{"backends":[]}`},
		"update":              {update, full, `{"backends":["b","a","b"],"description":"d","id":"x","metadata":"m"}`},
		"update to nothing":   {update, api.FailoverBackendSettings{Backends: []string{}}, `{"backends":[],"description":"","id":"x","metadata":""}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := answering(t, `{"id":"x"}`)
			if err := test.send(s.client(t, nil), test.settings); err != nil {
				t.Fatal(err)
			}
			if contentType := s.requests[0].Header.Get("Content-Type"); s.body != test.want || contentType != "application/json" {
				t.Errorf("sent %s as %q, want %s", s.body, contentType, test.want)
			}
		})
	}
}

// The client reads all pages of a list if their URLs have the origin of the base URL. An
// object may move to another page between two reads, so the client returns each object
// only once. The client rejects a page that has no new element but links to a next page.
// The client rejects a JSON object that is not a page. Without these errors, the caller
// could get an incomplete list.
func TestFailoverBackends_pages(t *testing.T) {
	t.Parallel()
	next := func(uri string) string { return `{"backends":[{"id":"x"}],"uri":"/","next_page_uri":` + uri + `}` }
	for name, test := range map[string]struct {
		first string // the first page; HOST stands for the host of the service
		ids   string
		pages int
		err   string
	}{
		"null":           {next(`null`), "x", 1, ""},
		"empty":          {next(`""`), "x", 1, ""},
		"relative":       {next(`"/backends/failover?page=2"`), "xy", 2, ""},
		"absolute":       {next(`"http://HOST/backends/failover?page=2"`), "xy", 2, ""},
		"nothing new":    {next(`"?page=3"`), "x", 2, "no new element"},
		"another origin": {next(`"http://169.254.169.254/?page=2"`), "", 1, "another origin"},
		"the same page":  {next(`"/backends/failover#again"`), "x", 2, "no new element"},
		"malformed":      {next(`"http://["`), "", 1, "malformed"},
		"not a string":   {next(`7`), "", 1, "wrong type"},
		"empty page":     {`{"backends":[],"uri":"/backends/failover","next_page_uri":null}`, "", 1, ""},
		"more members":   {`{"backends":[{"id":"x","later":{"addition":[1]}}],"later":{"addition":[1]}}`, "x", 1, ""},
		"list left out":  {`{"uri":"/backends/failover"}`, "", 1, ""},
		"no list":        {`{"backends":{"id":"x"},"uri":"/"}`, "", 1, "a value of the wrong type at"},
		"no id":          {`{"backends":[{}],"uri":"/"}`, "", 1, "the response has no id"},
		"another object": {`{"status":"ok"}`, "", 1, "neither elements nor uri"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, func(w http.ResponseWriter, r *http.Request) {
				page := map[string]string{"": test.first, "2": `{"backends":[{"id":"x"},{"id":"y"}]}`, "3": next(`"?page=4"`)}[r.URL.Query().Get("page")]
				_, _ = io.WriteString(w, strings.ReplaceAll(page, "HOST", r.Host))
			})
			ids := ""
			var failure error
			for backend, err := range s.client(t, nil).FailoverBackends().All(t.Context()) {
				if failure = err; err == nil {
					ids += backend.ID
				}
			}
			wantError(t, failure, test.err)
			// The first request has no query, because the API documentation shows no parameters.
			if made := s.operations(); ids != test.ids || len(made) != test.pages || made[0] != "GET /backends/failover" {
				t.Errorf("got %q from %q", ids, made)
			}
		})
	}
}
