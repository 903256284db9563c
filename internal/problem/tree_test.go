// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package problem

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"
)

// Not parallel: allocations of other tests would count as well.
func TestReadTree_needsLessMemoryThanItReads(t *testing.T) { //nolint:paralleltest // see above
	for name, body := range map[string]string{
		"objects": "[" + strings.Repeat("{},", 5<<20) + "{}]",
		"lists":   `{"errors":` + strings.Repeat("[[],", 3000) + "[]" + strings.Repeat("]", 3000) + "}",
		"names":   `{` + strings.Repeat(`"a":{"b":[]},`, 1<<20) + `"c":1}`,
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		readTree([]byte(body))
		runtime.ReadMemStats(&after)
		if allocated, most := after.TotalAlloc-before.TotalAlloc, uint64(4*len(body)+1<<20); allocated > most {
			t.Errorf("%s: allocated %d bytes for %d, expected at most %d", name, allocated, len(body), most)
		}
	}
}

// Within its bounds a tree is the whole document.
func FuzzReadTree(f *testing.F) {
	for _, document := range []string{`{"a":[1,-2.5e3,"b\"\\",null,true,{"":[]}],"c":{}}`, ` [ [ ] , { "x" : 0 } ] `, `"\ud83d\u00e9\/"`, "7", `"` + strings.Repeat(`\u00e9`, 1000) + `"`} {
		f.Add([]byte(document))
	}
	f.Fuzz(func(t *testing.T, document []byte) {
		if !json.Valid(document) {
			t.Skip("not JSON")
		}
		tree := readTree(document)
		if len(document) > maxTreeElements {
			return
		}
		var want any
		decoder := json.NewDecoder(strings.NewReader(string(document)))
		decoder.UseNumber()
		if err := decoder.Decode(&want); err != nil {
			t.Fatal(err)
		}
		if got, want := compactJSON(tree), compactJSON(want); got != want && !strings.Contains(string(document), strings.Repeat("[", maxTreeDepth)) {
			t.Errorf("%s became %s", want, got)
		}
	})
}
