// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
)

// view writes a JSON object of a response, member by member, in the form that Responses
// specifies. Responses show members in the order of the tables in internal/api/interface.md.
type view struct {
	*exchange
	json  []byte   // the object so far, with a comma after each member
	only  []string // if not nil, the only members of the object
	omits []string // members that the object lacks
}

// shown is what a view shows. The method show adds the members to the view.
type shown interface{ show(v *view) }

// view returns an empty view. The caller must hold the API's lock, because a
// view reads the Responses of the API.
func (c *exchange) view() *view {
	return &view{exchange: c, json: []byte("{")}
}

// object returns the object. The view cannot be used afterward.
func (v *view) object() json.RawMessage {
	return append(bytes.TrimSuffix(v.json, []byte(",")), '}')
}

// jsonResponse returns a response with a JSON body.
func jsonResponse(status int, body []byte) response {
	return response{status: status, header: http.Header{"Content-Type": {"application/json"}}, body: body}
}

func (v *view) add(name string, value any) {
	if slices.Contains(v.omits, name) || v.only != nil && !slices.Contains(v.only, name) {
		return
	}
	encoded, isEncoded := value.(json.RawMessage)
	if !isEncoded {
		encoded = encode(value)
	}
	v.json = append(append(v.json, encode(name)...), ':')
	v.json = append(append(v.json, encoded...), ',')
}

func encode(value any) []byte {
	encoded, _ := json.Marshal(value) //nolint:errchkjson // values of responses can be encoded
	return encoded
}

// inner returns a nested object.
func (v *view) inner(value shown) json.RawMessage {
	inner := v.view()
	value.show(inner)
	return inner.object()
}

// addUnset adds an unset member in the form that Responses.Unset selects. With
// UnsetEmpty, the member's value is the argument called empty.
func (v *view) addUnset(name string, empty any) {
	_, isText := empty.(string)
	_, isList := empty.([]string)
	switch unset := v.api.responses.Unset; {
	case unset == UnsetEmpty:
		v.add(name, empty)
	case unset == UnsetNull, unset == UnsetTextsAbsent && !isText && !isList:
		v.add(name, nil)
	}
}

// rewritten returns a text as a response shows it, and "" if the text is unset.
func (v *view) rewritten(name, text string) string {
	if v.api.responses.Rewrite == nil || text == "" {
		return text
	}
	return v.api.responses.Rewrite(name, text)
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
	if v.api.responses.ReverseSets {
		slices.Reverse(set)
	}
	return set
}

// ref is a reference to an object. The object need not exist in this API.
type ref struct {
	ID  string `json:"id"`
	URI string `json:"uri"`
}

// ref returns a reference. Its uri consists of the base, the kind (such as ip_policies) and
// the id.
func (v *view) ref(kind, id string) ref {
	return ref{id, link(v.base, kind, id)}
}

// addRefs adds a member that lists references to objects of one kind. The kind, such
// as ip_policies, is also the name of the member.
func (v *view) addRefs(kind string, ids []string) {
	refs := []ref{}
	for _, id := range v.order(ids) {
		refs = append(refs, v.ref(kind, id))
	}
	switch form := v.api.responses.RefLists; {
	case form == RefListSingle && len(refs) == 1:
		v.add(kind, refs[0])
	case form == RefListNull && len(refs) == 0:
		v.add(kind, nil)
	default:
		v.add(kind, refs)
	}
}
