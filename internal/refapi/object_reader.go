// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// objectReader reads the members of one JSON object. All readers of a body share
// one list of errors, so that the response contains all mistakes. The method
// finish rejects every member that was not read, because such a member is unknown.
type objectReader struct {
	pointer string
	members map[string]any
	known   map[string]bool
	inner   []*objectReader
	errs    *[]fieldError
}

func newObjectReader(pointer string, members map[string]any, errs *[]fieldError) *objectReader {
	return &objectReader{pointer: pointer, members: members, known: map[string]bool{}, errs: errs}
}

// finish returns a problem that lists all mistakes in the body. If there are no
// mistakes, finish returns nil.
func (o *objectReader) finish() *problem {
	o.refuseUnknown()
	if len(*o.errs) > 0 {
		return invalidFields(*o.errs)
	}
	return nil
}

func (o *objectReader) refuseUnknown() {
	for _, name := range slices.Sorted(maps.Keys(o.members)) {
		if !o.known[name] {
			o.refuse(name, "is not a member of this object")
		}
	}
	for _, inner := range o.inner {
		inner.refuseUnknown()
	}
}

func (o *objectReader) refuse(name, detail string) {
	*o.errs = append(*o.errs, fieldError{memberPointer(o.pointer, name), detail})
}

func (o *objectReader) refuseElement(name string, index int, detail string) {
	*o.errs = append(*o.errs, fieldError{elementPointer(memberPointer(o.pointer, name), index), detail})
}

// sent reports whether the body contains the member. The member may be null.
func (o *objectReader) sent(name string) bool {
	o.known[name] = true
	_, there := o.members[name]
	return there
}

// given reports whether the body contains the member with a value other than null.
func (o *objectReader) given(name string) bool {
	return o.sent(name) && o.members[name] != nil
}

// require rejects a member that is missing or null. It reports whether the
// member has a value.
func (o *objectReader) require(name string) bool {
	switch {
	case !o.sent(name):
		o.refuse(name, "is required")
	case o.members[name] == nil:
		o.refuse(name, "is required and must not be null")
	default:
		return true
	}
	return false
}

// refuseOtherID rejects a body whose id differs from the id in the path. A body
// without an id is valid.
func (o *objectReader) refuseOtherID(id string) {
	if o.given("id") && o.members["id"] != id {
		o.refuse("id", "must be the id in the path")
	}
}

// text returns a string, or "" if the member is unset.
func (o *objectReader) text(name string) string {
	if !o.given(name) {
		return ""
	}
	text, ok := o.members[name].(string)
	if !ok {
		o.refuse(name, "must be a string")
	}
	return text
}

// shortText is like the method text, but also rejects a string with more than limit bytes.
func (o *objectReader) shortText(name string, limit int) string {
	text := o.text(name)
	if len(text) > limit {
		o.refuse(name, fmt.Sprintf("must have at most %d bytes", limit))
	}
	return text
}

// requiredText returns a string that must be present and not empty.
func (o *objectReader) requiredText(name string) string {
	if !o.require(name) {
		return ""
	}
	text := o.text(name)
	if o.members[name] == "" {
		o.refuse(name, "must not be empty")
	}
	return text
}

// boolean returns a boolean, or the fallback if the member is unset.
func (o *objectReader) boolean(name string, fallback bool) bool {
	if !o.given(name) {
		return fallback
	}
	value, ok := o.members[name].(bool)
	if !ok {
		o.refuse(name, "must be true or false")
	}
	return value
}

// number returns an unsigned 32-bit integer, or nil if the member is unset.
func (o *objectReader) number(name string) *uint32 {
	if !o.given(name) {
		return nil
	}
	number, _ := o.members[name].(json.Number)
	value, err := strconv.ParseUint(number.String(), 10, 32)
	if err != nil {
		o.refuse(name, "must be an integer from 0 to 4294967295")
		return nil
	}
	return new(uint32(value))
}

// texts returns a list of strings, or nil if the member is unset. It rejects empty
// and null elements, because the API documentation never allows such elements in a
// list.
func (o *objectReader) texts(name string) []string {
	if !o.given(name) {
		return nil
	}
	elements, ok := o.members[name].([]any)
	if !ok {
		o.refuse(name, "must be a list of strings")
		return nil
	}
	texts := make([]string, len(elements))
	for i, element := range elements {
		text, isText := element.(string)
		switch {
		case !isText:
			o.refuseElement(name, i, "must be a string")
		case text == "":
			o.refuseElement(name, i, "must not be empty")
		}
		texts[i] = text
	}
	return texts
}

// requiredTexts returns a list of strings that must be present but may be empty.
func (o *objectReader) requiredTexts(name string) []string {
	if !o.require(name) {
		return nil
	}
	return o.texts(name)
}

// object returns a reader for a nested object, or nil if the member is unset.
func (o *objectReader) object(name string) *objectReader {
	if !o.given(name) {
		return nil
	}
	members, ok := o.members[name].(map[string]any)
	if !ok {
		o.refuse(name, "must be an object")
		return nil
	}
	inner := newObjectReader(memberPointer(o.pointer, name), members, o.errs)
	o.inner = append(o.inner, inner)
	return inner
}
