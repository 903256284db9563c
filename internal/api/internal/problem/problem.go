// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package problem reads the message in an error response. The response may be problem details
// (RFC 9457), other JSON, HTML, or text. The caller must make the results printable and
// shorten them before showing them.
package problem

import (
	"cmp"
	"encoding/json"
	"html"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Problem is the content of an error response.
type Problem struct {
	Code      string
	Message   string // the message in the service's own words
	RequestID string
	Fields    []Field // at most 20
	IsHTML    bool    // the response is HTML
}

// Field is a complaint about one member of the request.
type Field struct {
	Pointer string // the name of the member, as the service wrote it
	Message string
}

const (
	maxFields = 20
	// maxBytes limits the response that is decoded as JSON, which may allocate a hundred times
	// its length, and where the title of HTML is found. A longer JSON object gives no message.
	maxBytes = 256 << 10
	// maxRedactedBytes limits the texts that are redacted, which takes long. Errors show less.
	maxRedactedBytes = 8 << 10
)

// htmlTitle matches the tag before the first title or main heading of HTML that has a text.
var htmlTitle = regexp.MustCompile(`(?is)<(?:title|h1)\b[^>]*>([^<])`)

// classifying matches the names of members whose text says nothing that is missing in a message.
var classifying = regexp.MustCompile(`(?i)^(pointer|field|code|error_code|type|status|instance|(request|trace|correlation)_?id)$`)

// brokenJSON matches the start of JSON. If the rest is not decoded, its members may be secrets
// that nobody can find any more.
var brokenJSON = regexp.MustCompile(`^(\x{FEFF}|\{|\[\s*[{"])`)

// Read reads an error response. The API documentation does not define its format (interface
// section 7), so every member is optional, and JSON is detected by content, because the
// Content-Type may be wrong. If the well-known members of an object have no content, or if others
// have content too, such as a reason, the message has the whole object. Each decoded text is
// redacted before it changes: redact, which also shortens it, does not find a changed secret.
func Read(status int, header http.Header, body []byte, redact func(string) string) Problem {
	r := reader{status: status, redact: redact}
	r.RequestID = cmp.Or(header.Get("X-Request-Id"), header.Get("Request-Id"), header.Get("X-Correlation-Id"))
	text := strings.TrimSpace(string(body))
	switch {
	case len(text) <= maxBytes && json.Valid(body):
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.UseNumber() // A float64 would round a number, and the number may be a secret.
		var document any
		_ = decoder.Decode(&document) // The text is valid JSON.
		r.read(document, "", false)
	case strings.Contains(header.Get("Content-Type"), "html") || strings.HasPrefix(text, "<"):
		r.IsHTML = true
		if title := htmlTitle.FindStringSubmatchIndex(text[:min(len(text), maxBytes)]); title != nil {
			words, _, _ := strings.Cut(r.redacted(html.UnescapeString(text[title[2]:])), "<")
			r.add("", r.textOf(strings.Join(strings.Fields(words), " ")))
		}
	case !brokenJSON.MatchString(text):
		line, _, _ := strings.Cut(text, "\n")
		r.add("", r.textOf(line))
	}
	return r.Problem
}

type reader struct {
	Problem

	status        int
	redact        func(string) string
	redactedBytes int
}

// read collects the complaints about the member at pointer, or about the whole request if
// pointer is "", and reports whether there are any. If namesMembers is true, names in an
// object may be names of members of the request.
func (r *reader) read(value any, pointer string, namesMembers bool) (found bool) {
	switch value := value.(type) {
	case []any:
		for _, element := range value {
			found = r.read(element, pointer, false) || found
		}
	case map[string]any:
		found = r.readObject(value, pointer, namesMembers)
	default:
		found = r.add(pointer, r.textOf(value))
	}
	return found
}

func (r *reader) readObject(object map[string]any, pointer string, namesMembers bool) (found bool) {
	pointer = cmp.Or(r.textOf(object["pointer"]), r.textOf(object["field"]), pointer)
	id := cmp.Or(r.textOf(object["request_id"]), r.textOf(object["requestId"]))
	r.RequestID = cmp.Or(r.RequestID, id)
	code := cmp.Or(r.textOf(object["code"]), r.textOf(object["error_code"]))
	names, words := []string{"title", "error", "message", "msg", "detail", "details", "errors"}, ""
	for _, name := range names {
		words = join(": ", words, r.textOf(object[name]))
	}
	saysMore := slices.ContainsFunc(slices.Collect(maps.Keys(object)), func(name string) bool {
		text, _ := object[name].(string)
		list, _ := object[name].([]any)
		members, _ := object[name].(map[string]any)
		return !slices.Contains(names, name) && (len(list)+len(members) > 0 || text != "" && !classifying.MatchString(name))
	})
	if pointer != "" {
		words, code = cmp.Or(words, code), ""
	}
	r.Code = cmp.Or(r.Code, code)
	found = r.add(pointer, words) || code != "" || id != "" && len(object) == 1
	for _, name := range names { // A text that is among the words is not added again.
		found = r.read(object[name], pointer, name == "errors") || found
	}
	if namesMembers {
		for _, name := range slices.Sorted(maps.Keys(object)) {
			found = !slices.Contains(names, name) && r.read(object[name], r.redacted(name), false) || found
		}
	}
	if (!found && len(object) > 0 || !namesMembers && saysMore) && r.redactedBytes < maxRedactedBytes {
		var whole strings.Builder
		encoder := json.NewEncoder(&whole)
		encoder.SetEscapeHTML(false)
		_ = encoder.Encode(object) //nolint:errchkjson // decoded JSON can be encoded
		// The pointer is redacted too, because it may be the name of a secret.
		name := strconv.Quote(pointer) + ":"
		found = r.add(pointer, strings.TrimPrefix(r.redacted(name+strings.TrimSpace(whole.String())), name)) || found
	}
	return found
}

// add reports whether text is non-empty. A text with a pointer is a field, not a message.
func (r *reader) add(pointer, text string) bool {
	last := len(r.Fields) - 1
	switch {
	case pointer == "":
		r.Message = join("; ", r.Message, text)
	case last >= 0 && r.Fields[last].Pointer == pointer:
		r.Fields[last].Message = join("; ", r.Fields[last].Message, text)
	case text != "" && last+1 < maxFields:
		r.Fields = append(r.Fields, Field{Pointer: pointer, Message: text})
	}
	return text != ""
}

// textOf returns "" for a value that is not a string or a number, and for a text that only
// repeats the status, such as "not_found" or "404 Not Found".
func (r *reader) textOf(value any) string {
	text, _ := value.(string)
	if number, ok := value.(json.Number); ok {
		text = number.String()
	}
	text = strings.TrimRight(strings.TrimSpace(r.redacted(text)), " .,:;")
	words := strings.TrimPrefix(strings.ReplaceAll(text, "_", " "), strconv.Itoa(r.status)+" ")
	if strings.EqualFold(words, http.StatusText(r.status)) {
		return ""
	}
	return text
}

// redacted returns "" after maxRedactedBytes bytes, and for a text that is not UTF-8.
func (r *reader) redacted(text string) string {
	if r.redactedBytes >= maxRedactedBytes || !utf8.ValidString(text) {
		return ""
	}
	text = r.redact(text)
	r.redactedBytes += len(text)
	return text
}

// join omits an empty text, and the second text if the first contains it.
func join(separator, first, second string) string {
	if first == "" || second == "" || strings.Contains(first, second) {
		return cmp.Or(first, second)
	}
	return first + separator + second
}
