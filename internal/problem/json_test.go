// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package problem_test

import (
	"encoding/json"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/problem"
)

// Not parallel: allocations of other tests would count as well.
func TestRead_memoryIsBounded(t *testing.T) { //nolint:paralleltest // see above
	for name, body := range map[string]string{
		"16 MiB of objects":  "[" + strings.Repeat("{},", 16<<20/3) + "{}]",
		"256 KiB of objects": "[" + strings.Repeat("{},", 256<<10/3-1) + "{}]",
		"256 KiB of members": "{" + strings.Repeat(`"":0,`, 256<<10/5-2) + `"c":1}`,
		"256 KiB of lists":   "[" + strings.Repeat("[[]],", 256<<10/5-2) + "[]]",
	} {
		answer := []byte(body)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		problem.Read(nil, answer)
		runtime.ReadMemStats(&after)
		allocated := after.TotalAlloc - before.TotalAlloc
		t.Logf("%s: %d bytes for %d", name, allocated, len(body))
		if allocated > 32<<20 {
			t.Errorf("%s: allocated %d bytes for %d", name, allocated, len(body))
		}
	}
}

// Whatever the shape of an answer, each word in it is shown.
func FuzzRead_losesNoWord(f *testing.F) {
	for _, document := range []string{
		`{"details":{"field":"some words"}}`, `{"a":[1,"b c",{"error":["d",{"field":"e"}]}],"errors":{"f":"g","h":{"code":"i"}},"code":"j"}`,
		`{"errors":[{"code":"A","field":"b","msg":"C"},{"pointer":"/d","error":{"request_id":"e"}}],"operation_id":"f"}`, `"plain words"`,
		`{"error":{"error":{"detail":{"reason":"deep"}},"x":"rest"},"status":"bad","status_code":400}`,
	} {
		f.Add(document)
	}
	word := regexp.MustCompile(`[A-Za-z0-9]+`)
	f.Fuzz(func(t *testing.T, document string) {
		var value any
		if json.Unmarshal([]byte(document), &value) != nil {
			t.Skip("not JSON")
		}
		got := read("", document)
		if got.MoreFields > 0 {
			return
		}
		all := []string{got.Message, got.Code, got.RequestID}
		for _, field := range got.Fields {
			all = append(all, field.Pointer, field.Message)
		}
		shown := strings.ToLower(strings.Join(all, " "))
		for _, text := range texts(value) {
			for _, word := range word.FindAllString(text, -1) {
				if !strings.Contains(shown, strings.ToLower(word)) {
					t.Errorf("%q of %s is not in %+v", word, document, got)
				}
			}
		}
	})
}

// texts returns the texts in a document but URIs, which are no words: those of
// RFC 9457 are not shown, and an escaped one is shown plain.
func texts(value any) []string {
	var found []string
	switch value := value.(type) {
	case string:
		if !strings.ContainsAny(value, ":/#") {
			found = append(found, value)
		}
	case []any:
		for _, element := range value {
			found = append(found, texts(element)...)
		}
	case map[string]any:
		for _, member := range value {
			found = append(found, texts(member)...)
		}
	}
	return found
}
