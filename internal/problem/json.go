// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package problem

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxFields bounds the complaints in a [Problem]: those about members, and all
// others.
const maxFields = 20

// jsonReader collects what a JSON document says in members of well-known names. A
// member that it does not know may be the service's message, so it is shown as it
// is: no word is lost.
type jsonReader struct {
	Problem

	texts []string // of Message
}

// readJSON reads a document that is valid JSON.
func readJSON(document []byte, requestID string) Problem {
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.UseNumber()
	var value any
	_ = decoder.Decode(&value)
	r := jsonReader{Problem: Problem{RequestID: requestID}}
	r.read(value, "")
	r.Message = strings.Join(r.texts, "; ")
	if says(r.Message, r.Code) {
		r.Code = ""
	}
	return r.Problem
}

// read reads a value that holds a complaint, or several, about the member at
// pointer, "" for none.
func (r *jsonReader) read(value any, pointer string) {
	switch value := value.(type) {
	case []any:
		for _, element := range value {
			r.read(element, pointer)
		}
	case map[string]any:
		r.readObject(value, pointer)
	default:
		r.add(pointer, textOfScalar(value))
	}
}

func (r *jsonReader) readObject(object map[string]any, outer string) {
	var words, code, field string
	rest := map[string]any{}
	for _, name := range inReadingOrder(object) {
		text := textOfScalar(object[name])
		_, isNumber := object[name].(json.Number)
		switch plain := plainName(name); {
		case messageRank(plain) >= 0:
			words = joinDistinct(words, text)
		case !hasWords(object[name]),
			(plain == "type" || plain == "instance") && strings.ContainsAny(text, ":/"),
			(plain == "status" || plain == "statuscode") && isNumber:
		case text != "" && slices.Contains([]string{"requestid", "correlationid", "operationid"}, plain):
			r.addRequestID(text)
		case text != "" && code == "" && (plain == "code" || plain == "errorcode"):
			code = text
		case text != "" && field == "" && (plain == "pointer" || plain == "field"):
			field = text
		default:
			rest[name] = object[name]
		}
	}
	pointer := outer
	if field != "" {
		pointer = jsonPointer(field)
	}
	switch {
	case pointer == "" && r.Code == "":
		r.Code = code
	case code == "" || code == r.Code || says(words, code):
	case words == "":
		words = code
	default:
		words += " (" + code + ")"
	}
	before := r.count()
	r.add(pointer, strings.Trim(words+"; "+compactJSON(rest), "; "))
	r.readNested(object, pointer)
	if r.count() == before && field != "" {
		r.add(outer, compactJSON(map[string]any{"field": field}))
	}
}

// readNested reads the objects and lists in the members that hold messages.
func (r *jsonReader) readNested(object map[string]any, pointer string) {
	for _, name := range inReadingOrder(object) {
		if messageRank(plainName(name)) < 0 || textOfScalar(object[name]) != "" {
			continue
		}
		members, ok := object[name].(map[string]any)
		if !ok || plainName(name) != "errors" || slices.ContainsFunc(slices.Collect(maps.Keys(members)), isMessage) {
			r.read(object[name], pointer)
			continue
		}
		for _, member := range slices.Sorted(maps.Keys(members)) {
			r.read(members[member], jsonPointer(member))
		}
	}
}

func (r *jsonReader) add(pointer, text string) {
	switch {
	case text == "" || pointer == "" && slices.Contains(r.texts, text):
	case pointer == "" && len(r.texts) < maxFields:
		r.texts = append(r.texts, text)
	case pointer != "" && len(r.Fields) < maxFields:
		r.Fields = append(r.Fields, Field{Pointer: pointer, Message: text})
	default:
		r.MoreFields++
	}
}

func (r *jsonReader) addRequestID(id string) {
	switch {
	case r.RequestID == "":
		r.RequestID = id
	case !strings.Contains(r.RequestID, id):
		r.RequestID += ", " + id
	}
}

func (r *jsonReader) count() int { return len(r.texts) + len(r.Fields) + r.MoreFields }

// inReadingOrder returns the names of an object's members as a person would read
// them: messages first, a title before its detail.
func inReadingOrder(object map[string]any) []string {
	return slices.SortedFunc(maps.Keys(object), func(a, b string) int {
		return cmp.Or(cmp.Compare(messageRank(plainName(a)), messageRank(plainName(b))), strings.Compare(a, b))
	})
}

// messageRank returns the place of a member that holds a message, among others of
// its object, and -1 for any other member.
func messageRank(plain string) int {
	return slices.Index([]string{"title", "error", "message", "msg", "detail", "details", "reason", "errors"}, plain)
}

func isMessage(name string) bool { return messageRank(plainName(name)) >= 0 }

// plainName makes request_id, requestId and RequestID the same.
func plainName(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
}

// says reports whether a text has a word by itself.
func says(text, word string) bool {
	before, after, found := strings.Cut(text, word)
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(after)
	return found && !isLetter(last) && !isLetter(first)
}

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

// hasWords reports whether a value holds anything that is worth showing.
func hasWords(value any) bool {
	switch value := value.(type) {
	case []any:
		return slices.ContainsFunc(value, hasWords)
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(value)), hasWords)
	}
	return textOfScalar(value) != ""
}

func textOfScalar(value any) string {
	switch value := value.(type) {
	case string:
		return strings.TrimSpace(value)
	case json.Number:
		return value.String()
	}
	return ""
}

// compactJSON returns members as JSON without its escapes for HTML, "" if there are
// none.
func compactJSON(members map[string]any) string {
	if len(members) == 0 {
		return ""
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(members); err != nil {
		return ""
	}
	return strings.TrimSpace(text.String())
}

// jsonPointer returns the JSON pointer (RFC 6901) for a service's name of a member:
// a pointer, one as a URI fragment (section 6), or names and indices as in a.b[0].
func jsonPointer(text string) string {
	if fragment, ok := strings.CutPrefix(text, "#"); ok {
		if plain, err := url.PathUnescape(fragment); err == nil {
			fragment = plain
		}
		text = fragment
	}
	if !strings.Contains(text, "/") {
		text = strings.NewReplacer(".", "/", "[", "/", "]", "").Replace(strings.TrimPrefix(text, "$"))
	}
	return "/" + strings.TrimLeft(text, "/")
}
