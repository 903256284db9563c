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

// canary is in every secret and in nothing else.
const canary = "canary"

// arguments are a configuration of an instance.
type arguments map[string]any

func (a arguments) with(name string, value any) arguments {
	changed := maps.Clone(a)
	changed[name] = value
	return changed
}

// withUnknown returns a configuration in which an attribute or a part of one is
// unknown. The name of a part comes after a dot. "" makes nothing unknown.
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

// names returns the names of all attributes and parts with a value.
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

	// stored returns the service's object for an instance with this
	// configuration, and shown the object in the instance's state, both in the
	// same form. there is false if the service has none.
	stored(s *service, instance *protocoltest.Instance) (object map[string]any, there bool)
	shown(instance *protocoltest.Instance, applied arguments) map[string]any

	// change changes an object behind the provider's back.
	change(t *rapid.T, s *service, instance *protocoltest.Instance)
	// remove removes it, and reports whether that is possible.
	remove(s *service, instance *protocoltest.Instance) bool
}

// significant returns an object without values that mean unset: null, "", an
// empty list, and a module that is disabled and empty.
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

// confidential is in texts that a user may have marked as sensitive.
const confidential = "confidential"

func drawText() *rapid.Generator[any] {
	return rapid.OneOf(drawLabel(), rapid.Just[any](confidential+" 4"))
}

// drawLabel draws a description that diagnostics may show, as that of an edge.
func drawLabel() *rapid.Generator[any] {
	return rapid.SampledFrom([]any{nil, "", "one", "two", "drei ä ß"})
}

// drawMetadata also draws JSON, which a service may write in another way.
func drawMetadata() *rapid.Generator[any] {
	return rapid.SampledFrom([]any{nil, "", "one", confidential + " 2", `{"a":1,"b":[2]}`, `{ "a": 1, "b": [ 2 ] }`, `{"a":2}`})
}

// meaning returns a text without the parts that mean nothing in JSON.
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
