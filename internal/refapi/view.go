// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
)

// object is a JSON object with ordered members. Responses show members in the order
// of the tables in internal/api/interface.md.
type object []member

type member struct {
	name  string
	value any
}

// text returns the value of the named member, or "" if the value is not a
// string or the member is missing.
func (o object) text(name string) string {
	for _, m := range o {
		if m.name == name {
			text, _ := m.value.(string)
			return text
		}
	}
	return ""
}

// without returns the object without the named members.
func (o object) without(names []string) object {
	return slices.DeleteFunc(o, func(m member) bool { return slices.Contains(names, m.name) })
}

// MarshalJSON writes the members in their order.
func (o object) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			out.WriteByte(',')
		}
		one, err := json.Marshal(map[string]any{m.name: m.value})
		if err != nil {
			return nil, fmt.Errorf("writing member %s: %w", m.name, err)
		}
		out.Write(one[1 : len(one)-1]) // without the braces
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// view builds a JSON object for a response, in the form that Responses specifies.
type view struct {
	base       string
	responses  *Responses
	memberName func(identityProvider string) string
	members    object
}

// view returns an empty view. The caller must hold the API's lock, because a
// view reads the Responses of the API.
func (c *exchange) view() *view {
	return &view{base: c.base, responses: &c.api.responses, memberName: c.api.options.memberName}
}

// inner returns an empty view of a nested object.
func (v *view) inner() *view {
	return &view{base: v.base, responses: v.responses, memberName: v.memberName}
}

func (v *view) add(name string, value any) {
	v.members = append(v.members, member{name, value})
}

// addUnset adds an unset member in the form that Responses.Unset selects. With
// UnsetEmpty, the member's value is the argument called empty.
func (v *view) addUnset(name string, empty any) {
	switch v.responses.Unset {
	case UnsetAbsent:
	case UnsetTextsAbsent:
		switch empty.(type) {
		case string, []string:
		default:
			v.add(name, nil)
		}
	case UnsetEmpty:
		v.add(name, empty)
	default:
		v.add(name, nil)
	}
}

// rewritten returns a text as a response shows it, and "" if the text is unset.
func (v *view) rewritten(name, text string) string {
	if v.responses.Rewrite == nil || text == "" {
		return text
	}
	return v.responses.Rewrite(name, text)
}

func (v *view) addText(name, text string) {
	if text = v.rewritten(name, text); text == "" {
		v.addUnset(name, "")
		return
	}
	v.add(name, text)
}

// addSet adds a list whose order has no meaning.
func (v *view) addSet(name string, set []string) {
	if len(set) == 0 {
		v.addUnset(name, []string{})
		return
	}
	shown := v.order(set)
	for i, element := range shown {
		shown[i] = v.rewritten(name, element)
	}
	v.add(name, shown)
}

// order returns a copy of a set, in reverse order if Responses.ReverseSets is set.
func (v *view) order(set []string) []string {
	set = slices.Clone(set)
	if v.responses.ReverseSets {
		slices.Reverse(set)
	}
	return set
}

// jsonResponse returns a response with a JSON body.
func jsonResponse(status int, value any) (response, *problem) {
	body, err := json.Marshal(value)
	if err != nil {
		return response{}, internalError()
	}
	return response{status: status, header: http.Header{"Content-Type": {"application/json"}}, body: body}, nil
}

// ref returns a reference to an object. The object need not exist in this API.
// The reference's uri consists of the base, the kind (such as ip_policies) and the id.
func (v *view) ref(kind, id string) object {
	return object{{"id", id}, {"uri", link(v.base, kind, id)}}
}

// addRefs adds a member that lists references to objects of one kind. The kind, such
// as ip_policies, is also the name of the member.
func (v *view) addRefs(kind string, ids []string) {
	refs := []object{}
	for _, id := range v.order(ids) {
		refs = append(refs, v.ref(kind, id))
	}
	switch form := v.responses.RefLists; {
	case form == RefListSingle && len(refs) == 1:
		v.add(kind, refs[0])
	case form == RefListNull && len(refs) == 0:
		v.add(kind, nil)
	default:
		v.add(kind, refs)
	}
}
