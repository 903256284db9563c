// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// maxFields is how many complaints about members an Error has.
const maxFields = 20

// jsonProblem is what a JSON document says in members of well-known names. Every
// member that is understood is taken out of the document; the rest is shown as it
// is, as it may be what the service has to say.
type jsonProblem struct {
	code   string
	texts  []string
	fields []FieldError
	more   int // complaints beyond maxFields
}

func (e *Error) readJSONProblem(document any) {
	e.RequestID = firstOf(e.RequestID, takeRequestID(document))
	whole := ""
	if hasWords(document) {
		whole = compactJSON(document)
	}
	var p jsonProblem
	p.readComplaints(document, "")
	e.Code, e.Fields, e.MoreFields = p.code, p.fields, p.more
	e.Message = strings.Join(p.texts, "; ")
	if e.Message == "" && len(e.Fields) == 0 {
		e.Message = whole
	}
}

// readComplaints reads a value that holds a complaint, or several, about the
// member at pointer, "" for none.
func (p *jsonProblem) readComplaints(value any, pointer string) {
	switch value := value.(type) {
	case nil, bool:
	case *jsonList:
		p.more += value.omitted
		for _, element := range value.elements {
			if object, ok := element.(*jsonObject); ok {
				p.readElement(object, pointer)
			} else {
				p.readComplaints(element, pointer)
			}
		}
	case *jsonObject:
		p.readObject(value, pointer)
	default:
		p.add(pointer, textOfScalar(value))
	}
}

// readObject reads an object in the style of RFC 9457, at the top or inside an
// envelope such as {"error": {"message": …}}.
func (p *jsonProblem) readObject(object *jsonObject, pointer string) {
	for _, noise := range []string{"type", "instance", "path", "status", "status_code", "timestamp"} {
		object.takeText(noise)
	}
	p.code = firstOf(p.code, object.takeText("code", "error_code"))
	pointer = firstOf(object.takePointer(), pointer)
	p.add(pointer, object.takeWords())
	p.readNested(object, pointer)
	p.add(pointer, object.rest())
}

// readElement reads an object of a list, one complaint among others.
func (p *jsonProblem) readElement(object *jsonObject, pointer string) {
	pointer = firstOf(object.takePointer(), pointer)
	code := object.takeText("code", "error_code", "type")
	before := p.count()
	p.add(pointer, object.takeWords())
	p.readNested(object, pointer)
	if p.count() == before {
		p.add(pointer, firstOf(object.rest(), code))
	}
}

func (p *jsonProblem) readNested(object *jsonObject, pointer string) {
	for _, name := range []string{"error", "status", "detail", "message", "msg", "details"} {
		p.readComplaints(object.take(name), pointer)
	}
	p.readErrors(object.take("errors"), pointer)
}

// readErrors reads a list of complaints, or an object that has them under the
// names of the members.
func (p *jsonProblem) readErrors(value any, pointer string) {
	object, ok := value.(*jsonObject)
	if !ok || object.hasAny("title", "detail", "message", "msg", "reason", "errors", "error") {
		p.readComplaints(value, pointer)
		return
	}
	p.more += object.omitted
	for _, name := range slices.Sorted(maps.Keys(object.members)) {
		p.readComplaints(object.members[name], jsonPointer(name))
	}
}

func (p *jsonProblem) add(pointer, text string) {
	switch {
	case text == "" || pointer == "" && slices.Contains(p.texts, text):
	case pointer == "" && len(p.texts) < maxFields:
		p.texts = append(p.texts, text)
	case pointer != "" && len(p.fields) < maxFields:
		p.fields = append(p.fields, FieldError{Pointer: pointer, Message: text})
	default:
		p.more++
	}
}

func (p *jsonProblem) count() int { return len(p.texts) + len(p.fields) + p.more }

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
	for _, name := range names {
		value := o.takeIf(name, func(value any) bool { return textOfScalar(value) != "" })
		if text := textOfScalar(value); text != "" {
			return text
		}
	}
	return ""
}

// takeWords takes what an object says to a person.
func (o *jsonObject) takeWords() string {
	text := o.takeText("title", "error")
	for _, name := range []string{"detail", "message", "msg", "reason", "error_description", "error_message", "description"} {
		text = joinDistinct(text, o.takeText(name))
	}
	return text
}

// takePointer takes what says which member of the request is meant.
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
		for _, name := range names {
			if plainName(spelled) == name {
				return true
			}
		}
	}
	return false
}

// rest is what is left of an object and has words, as compact JSON; "" if nothing
// does.
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

func takeRequestID(value any) string {
	switch value := value.(type) {
	case *jsonList:
		for _, element := range value.elements {
			if id := takeRequestID(element); id != "" {
				return id
			}
		}
	case *jsonObject:
		if id := value.takeText("request_id", "correlation_id"); id != "" {
			return id
		}
		for _, name := range slices.Sorted(maps.Keys(value.members)) {
			if id := takeRequestID(value.members[name]); id != "" {
				return id
			}
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

// jsonPointer returns the JSON pointer (RFC 6901) for what a service names a
// member by: a pointer, one as a URI fragment (section 6), or names and indices
// as in a.b[0].
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

func compactJSON(value any) string {
	text, err := marshalPlain(value)
	if err != nil {
		return ""
	}
	return string(text)
}
