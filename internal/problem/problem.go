// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package problem reads the service's words in an error response of any shape:
// the problem details of RFC 9457, other JSON, a web page, text. Its results are not
// redacted and of any length, so they are not fit to be shown as they are.
package problem

import (
	"cmp"
	"encoding/json"
	"fmt"
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
	Code       string
	Message    string // in the service's own words
	RequestID  string
	Fields     []Field // the first 20
	MoreFields int     // how many complaints are not in Fields
	IsPage     bool    // the response is a web page
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
	// maxJSONBytes is the length beyond which a document is read as text, because
	// decoding may allocate a hundred times its length.
	maxJSONBytes = 256 << 10
	// maxHTMLBytes is how much of a page is searched for its title.
	maxHTMLBytes = 64 << 10
)

var (
	// pageTitle finds the title of a page, or its heading if it has none.
	pageTitle = regexp.MustCompile(`(?is)<(?:title|h1)\b[^>]*>([^<]+)<`)
)

// Read returns what an error response says. Its form is not part of the interface
// (section 7), so nothing here is required. Services mislabel what they send, so
// JSON is recognised by its form.
func Read(status int, header http.Header, body []byte) Problem {
	r := reader{status: status}
	r.RequestID = cmp.Or(header.Get("X-Request-Id"), header.Get("Request-Id"), header.Get("X-Correlation-Id"))
	text := strings.TrimSpace(string(body))
	var document any
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	switch {
	case len(text) <= maxJSONBytes && decoder.Decode(&document) == nil && !decoder.More():
		r.read(document, "")
	case strings.Contains(header.Get("Content-Type"), "html") || strings.HasPrefix(text, "<"):
		r.IsPage = true
		if title := pageTitle.FindStringSubmatch(text[:min(len(text), maxHTMLBytes)]); title != nil {
			r.add("", strings.Join(strings.Fields(html.UnescapeString(title[1])), " "))
		}
	default:
		line, _, _ := strings.Cut(text, "\n")
		r.add("", line)
	}
	return r.Problem
}

// reader reads the members of well-known names. It shows all others as they are,
// because one of those may be the service's message, except where a complaint about
// a member of the request has a message.
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

// readObject reads the members of object, and removes each that is read.
func (r *reader) readObject(object map[string]any, pointer string) {
	take := func(separator string, names ...string) string {
		var texts []string
		for _, name := range names {
			if text := textOf(object[name]); text != "" {
				texts = append(texts, text)
				delete(object, name)
			}
		}
		return join(separator, texts...)
	}
	if field := cmp.Or(take("", "pointer"), take("", "field")); field != "" {
		pointer = jsonPointer(field)
	}
	maps.DeleteFunc(object, func(name string, value any) bool {
		isURI := (name == "type" || name == "instance") && strings.ContainsAny(textOf(value), ":/")
		return isURI || value == nil || value == "" || pointer == "" && repeatsStatus(r.status, textOf(value))
	})
	id := take(", ", "request_id", "requestId", "correlation_id", "correlationId", "operation_id", "operationId")
	r.RequestID = join(", ", id, r.RequestID)
	code := take(", ", "code", "error_code", "errorCode")
	if pointer == "" && r.Code == "" {
		r.Code, code = code, ""
	}
	messages := []string{"title", "error", "message", "msg", "detail", "details", "errors"}
	words := take(": ", messages...)
	r.add(pointer, words)
	if members, ok := object["errors"].(map[string]any); ok {
		delete(object, "errors")
		for _, member := range slices.Sorted(maps.Keys(members)) {
			r.read(members[member], jsonPointer(member))
		}
	}
	for _, name := range messages {
		r.read(object[name], pointer)
		delete(object, name)
	}
	if pointer == "" || words == "" {
		rest, _ := json.Marshal(object) //nolint:errchkjson // it was decoded from JSON
		r.add(pointer, join("; ", code, strings.TrimPrefix(string(rest), "{}")))
	}
}

func (r *reader) add(pointer, text string) {
	switch {
	case text == "" || pointer == "" && repeatsStatus(r.status, text):
	case pointer == "" && len(r.Message) < maxMessageBytes:
		r.Message = join("; ", r.Message, text)
	case pointer != "" && len(r.Fields) < maxFields:
		r.Fields = append(r.Fields, Field{Pointer: pointer, Message: text})
	default:
		r.MoreFields++
	}
}

func textOf(value any) string {
	switch value.(type) {
	case string, json.Number:
		return strings.TrimSpace(fmt.Sprint(value))
	}
	return ""
}

// jsonPointer returns the JSON pointer (RFC 6901) for a service's name of a member:
// a pointer, one as a URI fragment (section 6), or names and indices as in a.b[0].
func jsonPointer(text string) string {
	text = strings.NewReplacer("#", "", ".", "/", "[", "/", "]", "").Replace(text)
	return "/" + strings.TrimLeft(text, "/")
}

// repeatsStatus reports whether text says no more than a status does, as `404`,
// `not_found`, `NotFound` and `404 Not Found`.
func repeatsStatus(status int, text string) bool {
	withoutSeparators := strings.NewReplacer(" ", "", "_", "", "-", "", ".", "")
	number, words := strconv.Itoa(status), withoutSeparators.Replace(http.StatusText(status))
	text = withoutSeparators.Replace(text)
	return text == number || text != "" && (strings.EqualFold(text, words) || strings.EqualFold(text, number+words))
}

// join joins texts without their final punctuation, and without those that one
// before includes.
func join(separator string, texts ...string) string {
	joined := ""
	for _, text := range texts {
		if text = strings.TrimRight(text, " .,:;"); !strings.Contains(joined, text) {
			joined += separator + text
		}
	}
	return strings.TrimPrefix(joined, separator)
}
