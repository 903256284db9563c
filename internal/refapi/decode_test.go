// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"encoding/json"
	"reflect"
	"testing"
)

// FuzzParse compares the parser with encoding/json, which accepts the same
// documents apart from those that are not UTF-8.
func FuzzParse(f *testing.F) {
	for _, document := range []string{`{"a":[1,-2.5e3,null,true,"\u00fc"],"a":{}}`, `[`, `"\ud800"`, "\"\xff\"", ` {"":{}} `, `1 2`, `{"a"}`, `[1 2]`, `-`} {
		f.Add([]byte(document))
	}
	f.Fuzz(func(t *testing.T, document []byte) {
		var duplicates []fieldError
		got, err := parse(document, &duplicates)
		if err != nil {
			return
		}
		if !json.Valid(document) {
			t.Fatalf("accepted %q", document)
		}
		written, err := json.Marshal(got)
		if err != nil {
			t.Fatalf("writing %v: %v", got, err)
		}
		var want, again any
		if err := json.Unmarshal(document, &want); err != nil {
			// A number may be beyond what a float64 holds.
			return
		}
		if err := json.Unmarshal(written, &again); err != nil || len(duplicates) == 0 && !reflect.DeepEqual(again, want) {
			t.Fatalf("%q became %s (%v)", document, written, err)
		}
	})
}
