// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package problem reads the service's words in an error response of any shape:
// the problem details of RFC 9457, other JSON, a web page, text. Its results are not
// redacted and of any length, so they are not fit to be shown as they are.
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

// Problem is what an error response says beyond its status.
type Problem struct {
	Code      string
	Message   string // in the service's own words
	RequestID string
	Fields    []Field // the first 20
	IsPage    bool    // the response is a web page
}

// Field is a complaint about one member of the request.
type Field struct {
	Pointer string // JSON pointer (RFC 6901) into the request body
	Message string
}

const (
	// maxFields bounds the complaints about members.
	maxFields = 20
	// maxMessageBytes is the length of a message to which nothing is added.
	maxMessageBytes = 4 << 10
	// maxBytes is how much of a page is searched for its title, and the length beyond which
	// a document is read as text, because decoding may allocate a hundred times its length.
	maxBytes = 256 << 10
)

// pageTitle finds the title of a page, or its heading if it has none.
var pageTitle = regexp.MustCompile(`(?is)<(?:title|h1)\b[^>]*>([^<]+)<`)

// Read returns what an error response says. Its form is not part of the interface
// (section 7), so nothing here is required. A JSON document without a member of
// well-known name is shown whole. Services mislabel what they send, so JSON is
// recognised by its form.
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
			_ = json.Compact(&whole, body) // It has been decoded.
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

// reader collects what a document says.
type reader struct {
	Problem

	status int
}

// read reads a value that holds a complaint, or several, about the member at
// pointer, "" for none.
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
		// A pointer, one as a URI fragment (RFC 6901, section 6), or names and indices as in a.b[0].
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

// unlessStatus returns text, or "" if text only repeats the status, as "not_found" and
// "404 Not Found" do.
func (r *reader) unlessStatus(text string) string {
	words := strings.TrimPrefix(strings.ReplaceAll(text, "_", " "), strconv.Itoa(r.status)+" ")
	if strings.EqualFold(words, http.StatusText(r.status)) {
		return ""
	}
	return text
}

// join joins two texts, unless one is empty or the first includes the second.
func join(separator, first, second string) string {
	if first == "" || second == "" || strings.Contains(first, second) {
		return cmp.Or(first, second)
	}
	return first + separator + second
}
