// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

// ref shows a reference to an object that this API may not know. The kind is the
// first segment of its address.
func (v *view) ref(kind, id string) object {
	return object{{"id", id}, {"uri", link(v.base, kind, id)}}
}

// addRefs adds a list of references. Each kind has the name of its list.
func (v *view) addRefs(kind string, ids []string) {
	refs := []object{}
	for _, id := range v.order(ids) {
		refs = append(refs, v.ref(kind, id))
	}
	switch form := v.answers.RefLists; {
	case form == RefListSingle && len(refs) == 1:
		v.add(kind, refs[0])
	case form == RefListNull && len(refs) == 0:
		v.add(kind, nil)
	default:
		v.add(kind, refs)
	}
}
