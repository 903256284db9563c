// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api_test

import (
	"errors"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

func TestParseBaseURL(t *testing.T) {
	t.Parallel()
	for raw, test := range map[string]struct {
		insecure bool
		want     error
	}{
		"https://api.example.com":       {},
		"https://api.example.com/v1/":   {},
		"HTTPS://api.example.com":       {},
		"http://127.0.0.1:8420":         {},
		"http://[::1]:8420":             {},
		"http://localhost":              {},
		"http://127.9.9.9":              {},
		"http://api.example.com":        {want: api.ErrBaseURLInsecure},
		"http://10.0.0.1":               {want: api.ErrBaseURLInsecure},
		"http://localhost.example.com":  {want: api.ErrBaseURLInsecure},
		"http://trusted.example.com":    {insecure: true},
		"":                              {want: api.ErrBaseURLMalformed},
		"api.example.com":               {want: api.ErrBaseURLMalformed},
		"/v1":                           {want: api.ErrBaseURLMalformed},
		"ftp://api.example.com":         {want: api.ErrBaseURLMalformed},
		"https://":                      {want: api.ErrBaseURLMalformed},
		"https://:443":                  {want: api.ErrBaseURLMalformed},
		"https://api.example.com:port":  {want: api.ErrBaseURLMalformed},
		"https://api.example.com/\n":    {want: api.ErrBaseURLMalformed},
		"https://u:canary@api.example":  {want: api.ErrBaseURLCredentials},
		"https://api.example.com?a=b":   {want: api.ErrBaseURLQuery},
		"https://api.example.com/#frag": {want: api.ErrBaseURLQuery},
	} {
		if _, err := api.ParseBaseURL(raw, test.insecure); !errors.Is(err, test.want) {
			t.Errorf("%q: got %v, want %v", raw, err, test.want)
		}
	}
}
