// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package problem reads the service's words in an error answer of any shape: the
// problem details of RFC 9457, other JSON, a web page, text. It keeps no more than
// a person reads. Its results are not redacted, so they are not fit to be shown as
// they are.
package problem

import (
	"bytes"
	"cmp"
	"encoding/json"
	"mime"
	"net/http"
	"strings"

	"golang.org/x/net/html"
)

// Problem is what an error answer says.
type Problem struct {
	Code       string // "" if Message has it
	Message    string // in the service's own words
	RequestID  string
	Fields     []Field // the first 20
	MoreFields int     // how many complaints are not in Fields
	IsPage     bool    // the answer is a web page
}

// Field is a complaint about one member of the request.
type Field struct {
	Pointer string // JSON pointer (RFC 6901) into the request body
	Message string
}

const (
	// maxTextBytes is how much of a text is looked at for its first line.
	maxTextBytes = 16 << 10
	// maxJSONBytes is the length beyond which a document is read as text, because
	// decoding may allocate a hundred times its length.
	maxJSONBytes = 256 << 10
	// maxHTMLBytes is how much of a page is looked at for its text.
	maxHTMLBytes = 64 << 10
)

// Read returns what an error answer says. Its form is not part of the interface
// (section 7), so nothing here is required. Services mislabel what they send, so
// JSON is recognised by its form.
func Read(header http.Header, body []byte) Problem {
	requestID := cmp.Or(header.Get("X-Request-Id"), header.Get("Request-Id"), header.Get("X-Correlation-Id"))
	switch {
	case len(body) <= maxJSONBytes && json.Valid(body):
		return readJSON(body, requestID)
	case isHTML(header, body):
		return Problem{Message: textOfHTML(body), RequestID: requestID, IsPage: true}
	}
	line, _, _ := strings.Cut(strings.TrimSpace(string(body[:min(len(body), maxTextBytes)])), "\n")
	return Problem{Message: line, RequestID: requestID}
}

// isHTML reports whether an answer that is no JSON is a web page.
func isHTML(header http.Header, body []byte) bool {
	mediaType, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	return err == nil && strings.Contains(mediaType, "html") || bytes.HasPrefix(bytes.TrimSpace(body), []byte("<"))
}

// textOfHTML returns what a page shows, after its title unless it shows that too.
func textOfHTML(page []byte) string {
	tokenizer := html.NewTokenizer(bytes.NewReader(page[:min(len(page), maxHTMLBytes)]))
	var title, text strings.Builder
	element := ""
	for kind := tokenizer.Next(); kind != html.ErrorToken; kind = tokenizer.Next() {
		if kind != html.TextToken {
			name, _ := tokenizer.TagName()
			element = string(name)
			if kind == html.EndTagToken {
				element = ""
			}
			text.WriteByte(' ')
			continue
		}
		switch element {
		case "script", "style":
		case "title":
			title.Write(tokenizer.Text())
		default:
			text.Write(tokenizer.Text())
		}
	}
	return joinDistinct(words(title.String()), words(text.String()))
}

func words(text string) string { return strings.Join(strings.Fields(text), " ") }

// joinDistinct puts title before detail, unless one of them says it all.
func joinDistinct(title, detail string) string {
	if title == "" || strings.Contains(strings.ToLower(detail), strings.ToLower(title)) {
		return detail
	}
	if strings.Contains(strings.ToLower(title), strings.ToLower(detail)) {
		return title
	}
	return strings.TrimRight(title, ".: ") + ": " + detail
}
