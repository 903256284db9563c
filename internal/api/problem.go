// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"bytes"
	"encoding/json"
	"mime"
	"net/http"
	"strings"

	"golang.org/x/net/html"
)

// readProblem takes from an error answer what it says in any of the usual
// shapes: RFC 9457 problems, other JSON, HTML pages, text. Its form is not part
// of the interface (section 7), so nothing here is required.
func (e *Error) readProblem(header http.Header, body []byte) {
	e.RequestID = firstOf(header.Get("X-Request-Id"), header.Get("Request-Id"), header.Get("X-Correlation-Id"))
	switch {
	case isJSON(body):
		e.readJSONProblem(readTree(body))
	case isHTML(header, body):
		e.Err = ErrNotJSON
		e.Message = textOfHTML(body)
	default:
		text := strings.TrimSpace(cut(string(body[:min(len(body), maxCleanedBytes)]), maxCleanedBytes))
		e.Message, _, _ = strings.Cut(text, "\n")
	}
}

// isJSON reports whether body is one complete JSON document. Its form says so,
// as services mislabel what they send.
func isJSON(body []byte) bool {
	return json.Valid(body)
}

// isHTML reports whether an answer that is no JSON is a web page.
func isHTML(header http.Header, body []byte) bool {
	mediaType, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	return err == nil && strings.Contains(mediaType, "html") || bytes.HasPrefix(bytes.TrimSpace(body), []byte("<"))
}

// maxHTMLBytes is how much of a page is looked at for its text.
const maxHTMLBytes = 64 << 10

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

func firstOf(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}

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
