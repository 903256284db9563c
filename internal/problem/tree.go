// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package problem

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Bounds of the part of a JSON document that is kept, far above what a person
// reads.
const (
	maxTreeElements  = 20 // of one list
	maxTreeMembers   = 50 // of one object
	maxTreeDepth     = 8
	maxTreeNodes     = 2000
	maxTreeTextBytes = 4 << 10 // of one string
)

// jsonList and jsonObject are the beginning of a list or an object. Omitted counts
// what was left out.
type (
	jsonList struct {
		elements []any
		omitted  int
	}
	jsonObject struct {
		members map[string]any
		omitted int
	}
)

// MarshalJSON writes what was kept.
func (l *jsonList) MarshalJSON() ([]byte, error) { return marshalPlain(l.elements) }

// MarshalJSON writes what was kept.
func (o *jsonObject) MarshalJSON() ([]byte, error) { return marshalPlain(o.members) }

// marshalPlain is [json.Marshal] without its escapes for HTML.
func marshalPlain(value any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSpace(text.Bytes()), err
}

// compactJSON returns a value as JSON, "" for a number that was cut.
func compactJSON(value any) string {
	text, err := marshalPlain(value)
	if err != nil {
		return ""
	}
	return string(text)
}

// readTree returns the beginning of a document: a string, json.Number, bool, nil,
// *jsonList or *jsonObject. The document must be valid JSON. Reading takes time
// linear in its length, and memory within the bounds above, which [json.Decoder]
// cannot keep.
func readTree(document []byte) any {
	reader := treeReader{rest: document}
	return reader.value(0)
}

type treeReader struct {
	rest  []byte
	nodes int
}

func (r *treeReader) value(depth int) any {
	r.nodes++
	switch next := r.next(); {
	case depth == maxTreeDepth:
		r.skip()
		return nil
	case next == '[':
		return r.list(depth)
	case next == '{':
		return r.object(depth)
	case next == '"':
		return r.text()
	}
	scalar := r.skip()
	switch string(scalar) {
	case "null":
		return nil
	case "true", "false":
		return scalar[0] == 't'
	}
	return json.Number(scalar[:min(len(scalar), maxTreeTextBytes)])
}

func (r *treeReader) list(depth int) *jsonList {
	list := &jsonList{elements: []any{}}
	for r.enter(); r.next() != ']'; r.separator(',') {
		if len(list.elements) == maxTreeElements || r.nodes >= maxTreeNodes {
			list.omitted++
			r.skip()
			continue
		}
		list.elements = append(list.elements, r.value(depth+1))
	}
	r.enter()
	return list
}

func (r *treeReader) object(depth int) *jsonObject {
	object := &jsonObject{members: map[string]any{}}
	for r.enter(); r.next() != '}'; r.separator(',') {
		if len(object.members) == maxTreeMembers || r.nodes >= maxTreeNodes {
			object.omitted++
			r.skip()
			r.separator(':')
			r.skip()
			continue
		}
		name := r.text()
		r.separator(':')
		object.members[name] = r.value(depth + 1)
	}
	r.enter()
	return object
}

// text reads a string, and returns its beginning.
func (r *treeReader) text() string {
	r.next()
	raw := r.skip()
	if len(raw) <= maxTreeTextBytes {
		var text string
		_ = json.Unmarshal(raw, &text)
		return text
	}
	// The cut may have split an escape.
	for end := maxTreeTextBytes; end > 0; end-- {
		var text string
		if json.Unmarshal(append(bytes.Clone(raw[:end]), '"'), &text) == nil {
			return strings.TrimRight(text, "\ufffd")
		}
	}
	return ""
}

// next drops white space and returns the byte after it, 0 at the end.
func (r *treeReader) next() byte {
	r.rest = bytes.TrimLeft(r.rest, " \t\r\n")
	if len(r.rest) == 0 {
		return 0
	}
	return r.rest[0]
}

// enter passes a bracket.
func (r *treeReader) enter() { r.rest = r.rest[1:] }

// separator passes a comma or a colon if there is one.
func (r *treeReader) separator(separator byte) {
	if r.next() == separator {
		r.rest = r.rest[1:]
	}
}

// skip passes a value and returns it.
func (r *treeReader) skip() []byte {
	r.next()
	end, open := 0, 0
	for end < len(r.rest) {
		switch r.rest[end] {
		case '"':
			end += lengthOfString(r.rest[end:])
		case '[', '{':
			open++
			end++
		case ']', '}':
			open--
			end++
		case ',', ':', ' ', '\t', '\r', '\n':
			end++
		default:
			end += lengthOfScalar(r.rest[end:])
		}
		if open == 0 {
			break
		}
	}
	value := r.rest[:end]
	r.rest = r.rest[end:]
	return value
}

// lengthOfScalar returns the length in bytes of the number or name at the start of
// text.
func lengthOfScalar(text []byte) int {
	if end := bytes.IndexAny(text, ",:]} \t\r\n"); end >= 0 {
		return end
	}
	return len(text)
}

// lengthOfString returns the length in bytes of the string at the start of text,
// quotes included.
func lengthOfString(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}
