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
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// canary is a part of every secret. No other text contains canary.
const canary = "canary"

// arguments are the configured arguments of an instance.
type arguments map[string]any

func (a arguments) with(name string, value any) arguments {
	changed := maps.Clone(a)
	changed[name] = value
	return changed
}

// withUnknown returns a configuration in which the named attribute is unknown. A
// dot separates the name of a nested attribute from the name of the outer
// attribute. If the name is empty, withUnknown returns the configuration unchanged.
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

// names returns the names of all attributes and nested attributes that have a value.
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

// kind implements the functions of a machine for one resource type.
type kind interface {
	typeName() string

	// draw returns a random configuration for a new instance.
	draw(t *rapid.T) arguments
	// vary returns a copy of a configuration with one random change.
	vary(t *rapid.T, has arguments) arguments

	// stored returns the instance's object on the service, and reports whether
	// the object exists. shown returns the object in the instance's state. If
	// service and state agree, both objects are equal.
	stored(s *service, instance *protocoltest.Instance) (object map[string]any, there bool)
	shown(instance *protocoltest.Instance, applied arguments) map[string]any

	// change changes the instance's object outside the provider.
	change(t *rapid.T, s *service, instance *protocoltest.Instance)
	// remove removes the instance's object outside the provider. It reports
	// whether it has removed the object.
	remove(s *service, instance *protocoltest.Instance) bool
}

// significant returns a copy of an object without unset values. The unset values
// are null, "", an empty list, and a disabled module without settings.
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

// sampled draws one of the values.
func sampled[T any](t *rapid.T, label string, values ...T) T {
	return rapid.SampledFrom(values).Draw(t, label)
}

// confidential is a part of some texts in configurations. Diagnostics must not
// show these texts, because a user may have marked them as sensitive.
const confidential = "confidential"

func drawText() *rapid.Generator[any] {
	return rapid.OneOf(drawLabel(), rapid.Just[any](confidential+" 4"))
}

// drawLabel draws a text that diagnostics may show, such as the description of an edge.
func drawLabel() *rapid.Generator[any] {
	return rapid.SampledFrom([]any{nil, "", "one", "two", "drei ä ß"})
}

// drawMetadata draws metadata. Some values are JSON, which a service may return
// with other white space.
func drawMetadata() *rapid.Generator[any] {
	return rapid.SampledFrom([]any{nil, "", "one", confidential + " 2", `{"a":1,"b":[2]}`, `{ "a": 1, "b": [ 2 ] }`, `{"a":2}`})
}

// meaning returns a JSON text without white space between its tokens. It
// returns all other values unchanged.
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

const failoverBackend = "trafficedge_failover_backend"

type failoverBackendKind struct{}

func (failoverBackendKind) typeName() string { return failoverBackend }

func (failoverBackendKind) draw(t *rapid.T) arguments {
	return arguments{
		"backends":    drawIDs("bkd").Draw(t, "backends"),
		"description": drawText().Draw(t, "description"),
		"metadata":    drawMetadata().Draw(t, "metadata"),
	}
}

func (k failoverBackendKind) vary(t *rapid.T, has arguments) arguments {
	name := sampled(t, "change", "reorder", "description", "metadata", "backends")
	if name == "reorder" {
		backends, _ := has["backends"].([]string)
		backends = slices.Clone(backends)
		slices.Reverse(backends)
		return has.with("backends", backends)
	}
	return has.with(name, k.draw(t)[name])
}

func (failoverBackendKind) stored(s *service, instance *protocoltest.Instance) (map[string]any, bool) {
	all := s.FailoverBackends()
	i := slices.IndexFunc(all, func(one refapi.FailoverBackend) bool { return one.ID == instance.Text("id") })
	if i < 0 {
		return nil, false
	}
	backend := all[i]
	return significant(map[string]any{
		"id":          backend.ID,
		"uri":         s.url() + "/backends/failover/" + backend.ID,
		"created_at":  backend.CreatedAt,
		"description": backend.Description,
		"metadata":    meaning(backend.Metadata),
		"backends":    backend.Backends,
	}), true
}

func (failoverBackendKind) shown(instance *protocoltest.Instance, _ arguments) map[string]any {
	shown := protocoltest.PlainObject(instance.State)
	shown["metadata"] = meaning(shown["metadata"])
	return significant(shown)
}

func (failoverBackendKind) change(t *rapid.T, s *service, instance *protocoltest.Instance) {
	description, _ := drawText().Draw(t, "description").(string)
	backends := drawIDs("bkd").Draw(t, "backends")
	s.ChangeFailoverBackend(instance.Text("id"), func(b *refapi.FailoverBackend) {
		b.Description, b.Backends = description, backends
	})
}

func (failoverBackendKind) remove(s *service, instance *protocoltest.Instance) bool {
	s.RemoveFailoverBackend(instance.Text("id"))
	return true
}
