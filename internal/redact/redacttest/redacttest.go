// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package redacttest returns the forms in which a service may quote a secret. It is for
// tests.
package redacttest

import (
	"encoding/base64"
	"encoding/json"
	"html"
	"net/url"
	"strings"
)

// Renderings returns the forms in which package redact finds a secret. The keys name the
// forms.
func Renderings(secret string) map[string]string {
	inJSON, _ := json.Marshal(secret) //nolint:errchkjson // every string can be encoded
	escaped := string(inJSON[1 : len(inJSON)-1])
	named, hexadecimal := strings.NewReplacer("&#34;", "&quot;", "&#39;", "&apos;"), strings.NewReplacer("&#34;", "&quot;", "&#39;", "&#x27;")
	standard, forURLs := base64.StdEncoding, base64.URLEncoding
	return map[string]string{
		"as it is":             secret,
		"JSON":                 escaped,
		"JSON without HTML":    strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(escaped),
		"query":                url.QueryEscape(secret),
		"path":                 url.PathEscape(secret),
		"HTML":                 html.EscapeString(secret),
		"HTML, named":          named.Replace(html.EscapeString(secret)),
		"HTML, hexadecimal":    hexadecimal.Replace(html.EscapeString(secret)),
		"base64":               standard.EncodeToString([]byte(secret)),
		"base64 without pad":   standard.WithPadding(base64.NoPadding).EncodeToString([]byte(secret)),
		"base64 for URLs":      forURLs.EncodeToString([]byte(secret)),
		"base64 of id:secret":  standard.EncodeToString([]byte("id:" + secret)),
		"base64 of the header": forURLs.EncodeToString([]byte("Bearer " + secret)),
		"base64 inside":        standard.EncodeToString([]byte("in " + secret + ", too")),
	}
}
