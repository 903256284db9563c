// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package problem

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// maxFields bounds the complaints in a [Problem]: those about members, and all
// others.
const maxFields = 20

// jsonReader collects what a JSON document says in members of well-known names.
// Every member that is understood is taken out of the document. The rest is shown
// as it is, because it may be the service's message.
type jsonReader struct {
	Problem

	texts []string // of Message
}

func readJSON(document any, requestID string) Problem {
	var r jsonReader
	r.RequestID = cmp.Or(requestID, takeRequestID(document))
	whole := ""
	if hasWords(document) {
		whole = compactJSON(document)
	}
	r.readComplaints(document, "")
	r.Message = strings.Join(r.texts, "; ")
	if r.Message == "" && len(r.Fields) == 0 {
		r.Message = whole
	}
	return r.Problem
}

// readComplaints reads a value that holds a complaint, or several, about the
// member at pointer, "" for none.
func (r *jsonReader) readComplaints(value any, pointer string) {
	switch value := value.(type) {
	case nil, bool:
	case *jsonList:
		r.MoreFields += value.omitted
		for _, element := range value.elements {
			if object, ok := element.(*jsonObject); ok {
				r.readElement(object, pointer)
			} else {
				r.readComplaints(element, pointer)
			}
		}
	case *jsonObject:
		r.readObject(value, pointer)
	default:
		r.add(pointer, textOfScalar(value))
	}
}

// readObject reads an object in the style of RFC 9457, at the top or inside an
// envelope such as {"error": {"message": …}}.
func (r *jsonReader) readObject(object *jsonObject, pointer string) {
	for _, noise := range []string{"type", "instance", "path", "status", "status_code", "timestamp"} {
		object.takeText(noise)
	}
	r.Code = cmp.Or(r.Code, object.takeText("code", "error_code"))
	pointer = cmp.Or(object.takePointer(), pointer)
	r.add(pointer, object.takeWords())
	r.readNested(object, pointer)
	r.add(pointer, object.rest())
}

// readElement reads an object of a list, one complaint among others.
func (r *jsonReader) readElement(object *jsonObject, pointer string) {
	pointer = cmp.Or(object.takePointer(), pointer)
	code := object.takeText("code", "error_code", "type")
	before := r.count()
	r.add(pointer, object.takeWords())
	r.readNested(object, pointer)
	if r.count() == before {
		r.add(pointer, cmp.Or(object.rest(), code))
	}
}

func (r *jsonReader) readNested(object *jsonObject, pointer string) {
	for _, name := range []string{"error", "status", "detail", "message", "msg", "details"} {
		r.readComplaints(object.take(name), pointer)
	}
	r.readErrors(object.take("errors"), pointer)
}

// readErrors reads a list of complaints, or an object that has them under the
// names of the members.
func (r *jsonReader) readErrors(value any, pointer string) {
	object, ok := value.(*jsonObject)
	if !ok || object.hasAny("title", "detail", "message", "msg", "reason", "errors", "error") {
		r.readComplaints(value, pointer)
		return
	}
	r.MoreFields += object.omitted
	for _, name := range slices.Sorted(maps.Keys(object.members)) {
		r.readComplaints(object.members[name], jsonPointer(name))
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

func (r *jsonReader) count() int { return len(r.texts) + len(r.Fields) + r.MoreFields }

// takeIf returns a member that is accepted and takes it out, whatever the spelling
// of its name: request_id, requestId and RequestID are the same.
func (o *jsonObject) takeIf(name string, accept func(any) bool) any {
	for _, spelled := range slices.Sorted(maps.Keys(o.members)) {
		if value := o.members[spelled]; plainName(spelled) == plainName(name) && accept(value) {
			delete(o.members, spelled)
			return value
		}
	}
	return nil
}

func (o *jsonObject) take(name string) any {
	return o.takeIf(name, func(any) bool { return true })
}

// takeText takes the first of the named members that is a string or a number.
func (o *jsonObject) takeText(names ...string) string {
	isText := func(value any) bool { return textOfScalar(value) != "" }
	for _, name := range names {
		if value := o.takeIf(name, isText); value != nil {
			return textOfScalar(value)
		}
	}
	return ""
}

// takeWords takes the texts of an object that are meant for a person.
func (o *jsonObject) takeWords() string {
	text := o.takeText("title", "error")
	for _, name := range []string{"detail", "message", "msg", "reason", "error_description", "error_message", "description"} {
		text = joinDistinct(text, o.takeText(name))
	}
	return text
}

// takePointer takes the members that name a member of the request, and returns its
// JSON pointer.
func (o *jsonObject) takePointer() string {
	if source, ok := o.take("source").(*jsonObject); ok {
		return source.takePointer()
	}
	if text := o.takeText("pointer", "field", "path"); text != "" {
		return jsonPointer(text)
	}
	list, ok := o.take("loc").(*jsonList)
	if !ok {
		return ""
	}
	var steps []string
	for i, element := range list.elements {
		if step := textOfScalar(element); i > 0 || step != "body" {
			steps = append(steps, strings.NewReplacer("~", "~0", "/", "~1").Replace(step))
		}
	}
	return "/" + strings.Join(steps, "/")
}

func (o *jsonObject) hasAny(names ...string) bool {
	for spelled := range o.members {
		if slices.Contains(names, plainName(spelled)) {
			return true
		}
	}
	return false
}

// rest returns the members that are left and have words, as compact JSON, or "" if
// there are none.
func (o *jsonObject) rest() string {
	rest := map[string]any{}
	for name, value := range o.members {
		if _, isNumber := value.(json.Number); !isNumber && hasWords(value) {
			rest[name] = value
		}
	}
	if len(rest) == 0 {
		return ""
	}
	return compactJSON(rest)
}

// hasWords reports whether a value holds anything that is worth showing.
func hasWords(value any) bool {
	switch value := value.(type) {
	case nil, bool:
		return false
	case *jsonList:
		return slices.ContainsFunc(value.elements, hasWords)
	case *jsonObject:
		return slices.ContainsFunc(slices.Collect(maps.Values(value.members)), hasWords)
	}
	return textOfScalar(value) != ""
}

// takeRequestID takes the first request id at any depth.
func takeRequestID(value any) string {
	var inside []any
	switch value := value.(type) {
	case *jsonList:
		inside = value.elements
	case *jsonObject:
		if id := value.takeText("request_id", "correlation_id"); id != "" {
			return id
		}
		for _, name := range slices.Sorted(maps.Keys(value.members)) {
			inside = append(inside, value.members[name])
		}
	}
	for _, one := range inside {
		if id := takeRequestID(one); id != "" {
			return id
		}
	}
	return ""
}

func plainName(name string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if r == '_' || r == '-' {
			return -1
		}
		return r
	}, name))
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
