// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

// canary is part of every secret and of no other text.
const canary = "canary"

// arguments are the configured arguments of an instance.
type arguments map[string]any

func (a arguments) with(name string, value any) arguments {
	changed := maps.Clone(a)
	changed[name] = value
	return changed
}

// withUnknown returns a configuration in which the named attribute is unknown. The name
// of a nested attribute follows a dot. An empty name makes nothing unknown.
func (a arguments) withUnknown(name string) arguments {
	if name == "" {
		return a
	}
	whole, part, nested := strings.Cut(name, ".")
	if !nested {
		return a.with(whole, protocoltest.Unknown{})
	}
	members, _ := a[whole].(map[string]any)
	return a.with(whole, map[string]any(arguments(members).withUnknown(part)))
}

// names returns the names of all attributes and nested attributes with a value.
func (a arguments) names() []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(a)) {
		if a[name] == nil {
			continue
		}
		names = append(names, name)
		members, _ := a[name].(map[string]any)
		for _, part := range arguments(members).names() {
			names = append(names, name+"."+part)
		}
	}
	return names
}

// kind is the part of a machine that depends on the resource type.
type kind interface {
	typeName() string

	// draw returns a random configuration for a new instance.
	draw(t *rapid.T) arguments
	// vary returns a configuration with a random change.
	vary(t *rapid.T, has arguments) arguments

	// stored returns the instance's object on the service, and whether it exists. shown
	// returns the object in the instance's state. Both objects have the same form.
	stored(s *service, instance *protocoltest.Instance) (object map[string]any, there bool)
	shown(instance *protocoltest.Instance, applied arguments) map[string]any

	// change changes an object outside the provider.
	change(t *rapid.T, s *service, instance *protocoltest.Instance)
	// remove removes an object outside the provider. It reports whether that is
	// possible.
	remove(s *service, instance *protocoltest.Instance) bool
}

// significant returns an object without values that mean unset: null, "", an empty
// list, and a disabled module without settings.
func significant(object map[string]any) map[string]any {
	kept := map[string]any{}
	for name, value := range object {
		switch value := value.(type) {
		case nil:
			continue
		case string:
			if value == "" {
				continue
			}
		case []string:
			if len(value) == 0 {
				continue
			}
		case map[string]any:
			inner := significant(value)
			if enabled, only := inner["enabled"].(bool); len(inner) == 0 || len(inner) == 1 && only && !enabled {
				continue
			}
			kept[name] = inner
			continue
		}
		kept[name] = value
	}
	return kept
}

// confidential is part of texts that a user may have marked as sensitive.
const confidential = "confidential"

func drawText() *rapid.Generator[any] {
	return rapid.OneOf(drawLabel(), rapid.Just[any](confidential+" 4"))
}

// drawLabel draws a description that diagnostics may show, such as an edge's.
func drawLabel() *rapid.Generator[any] {
	return rapid.SampledFrom([]any{nil, "", "one", "two", "drei ä ß"})
}

// drawMetadata also draws JSON, which a service may return in a different format.
func drawMetadata() *rapid.Generator[any] {
	return rapid.SampledFrom([]any{nil, "", "one", confidential + " 2", `{"a":1,"b":[2]}`, `{ "a": 1, "b": [ 2 ] }`, `{"a":2}`})
}

// meaning returns a text without white space that has no meaning in JSON.
func meaning(text any) any {
	written, _ := text.(string)
	var compact bytes.Buffer
	if json.Compact(&compact, []byte(written)) != nil {
		return text
	}
	return compact.String()
}

func drawIDs(prefix string) *rapid.Generator[[]string] {
	ids := []string{prefix + "_a", prefix + "_b", prefix + "/c d"}
	return rapid.SliceOfNDistinct(rapid.SampledFrom(ids), 0, 3, rapid.ID[string])
}
