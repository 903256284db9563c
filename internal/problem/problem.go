// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package problem reads the message in an error response. The response may be problem
// details (RFC 9457), other JSON, a web page, or text. The caller must redact and shorten
// the results before showing them.
package problem

import (
	"bytes"
	"cmp"
	"encoding/json"
	"html"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Problem is the content of an error response.
type Problem struct {
	Code      string
	Message   string // the message in the service's own words
	RequestID string
	Fields    []Field // at most 20
	IsPage    bool    // the response is a web page
}

// Field is a complaint about one member of the request.
type Field struct {
	Pointer string // JSON pointer (RFC 6901) into the request body
	Message string
}

const (
	// maxFields is the maximum number of complaints about members of the request.
	maxFields = 20
	// maxMessageBytes limits the message. A message of this length or more gets
	// no further text.
	maxMessageBytes = 4 << 10
	// maxBytes is the maximum length of a response that is decoded as JSON, because
	// decoding may allocate a hundred times this length. A longer response counts as a
	// web page or text. The title of a page must be in the first maxBytes bytes.
	maxBytes = 256 << 10
)

// pageTitle matches the first title or main heading of a page.
var pageTitle = regexp.MustCompile(`(?is)<(?:title|h1)\b[^>]*>([^<]+)<`)

// Read reads an error response. Section 7 of internal/api/interface.md does not define
// the format of errors, so every member is optional. If no member with a well-known name
// has content, the message is the whole JSON object. Read detects JSON without the
// Content-Type, because services send wrong ones.
func Read(status int, header http.Header, body []byte) Problem {
	r := reader{status: status}
	r.RequestID = cmp.Or(header.Get("X-Request-Id"), header.Get("Request-Id"), header.Get("X-Correlation-Id"))
	text := strings.TrimSpace(string(body))
	var document any
	switch {
	case len(text) <= maxBytes && json.Unmarshal(body, &document) == nil:
		r.read(document, "")
		if r.Message == "" && r.Code == "" && len(r.Fields) == 0 && strings.HasPrefix(text, "{") {
			var whole bytes.Buffer
			_ = json.Compact(&whole, body) // The body is valid JSON.
			r.Message = whole.String()
		}
	case strings.Contains(header.Get("Content-Type"), "html") || strings.HasPrefix(text, "<"):
		r.IsPage = true
		if title := pageTitle.FindStringSubmatch(text[:min(len(text), maxBytes)]); title != nil {
			r.add("", strings.Join(strings.Fields(html.UnescapeString(title[1])), " "))
		}
	default:
		line, _, _ := strings.Cut(text, "\n")
		r.add("", textOf(line))
	}
	return r.Problem
}

// reader collects the content of an error response.
type reader struct {
	Problem

	status int
}

// read reads a JSON value with complaints. The complaints are about the member at
// pointer, or about the whole request if pointer is "".
func (r *reader) read(value any, pointer string) {
	switch value := value.(type) {
	case []any:
		for _, element := range value {
			r.read(element, pointer)
		}
	case map[string]any:
		r.readObject(value, pointer)
	default:
		r.add(pointer, textOf(value))
	}
}

func (r *reader) readObject(object map[string]any, pointer string) {
	if field := cmp.Or(textOf(object["pointer"]), textOf(object["field"])); field != "" {
		// The field is a JSON pointer, a JSON pointer in a URI fragment (RFC 6901,
		// section 6), or a path such as a.b[0].
		pointer = "/" + strings.TrimLeft(strings.NewReplacer("#", "", ".", "/", "[", "/", "]", "").Replace(field), "/")
	}
	r.RequestID = cmp.Or(r.RequestID, textOf(object["request_id"]), textOf(object["requestId"]))
	code := r.unlessStatus(cmp.Or(textOf(object["code"]), textOf(object["error_code"])))
	words := ""
	var nested []any
	for _, name := range []string{"title", "error", "message", "msg", "detail", "details", "errors"} {
		words = join(": ", words, r.unlessStatus(textOf(object[name])))
		if textOf(object[name]) == "" {
			nested = append(nested, object[name])
		}
	}
	if pointer == "" {
		r.Code = cmp.Or(r.Code, code)
	} else {
		words = cmp.Or(words, code)
	}
	r.add(pointer, words)
	r.read(nested, pointer)
	byMember, _ := object["errors"].(map[string]any)
	for _, member := range slices.Sorted(maps.Keys(byMember)) {
		r.readObject(map[string]any{"field": member, "errors": []any{byMember[member]}}, "")
	}
}

func (r *reader) add(pointer, text string) {
	switch {
	case text == "":
	case pointer == "" && len(r.Message) < maxMessageBytes:
		r.Message = join("; ", r.Message, r.unlessStatus(text))
	case pointer != "" && len(r.Fields) < maxFields:
		r.Fields = append(r.Fields, Field{Pointer: pointer, Message: text})
	}
}

func textOf(value any) string {
	switch value := value.(type) {
	case string:
		return strings.TrimRight(strings.TrimSpace(value), " .,:;")
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return ""
}

// unlessStatus returns text, or "" if text only repeats the status, such as "not_found"
// or "404 Not Found".
func (r *reader) unlessStatus(text string) string {
	words := strings.TrimPrefix(strings.ReplaceAll(text, "_", " "), strconv.Itoa(r.status)+" ")
	if strings.EqualFold(words, http.StatusText(r.status)) {
		return ""
	}
	return text
}

// join joins two texts with separator. It omits an empty text, and a second text that
// the first text contains.
func join(separator, first, second string) string {
	if first == "" || second == "" || strings.Contains(first, second) {
		return cmp.Or(first, second)
	}
	return first + separator + second
}
