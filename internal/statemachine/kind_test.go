// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"maps"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// kind is a resource type, with what the machine does with its objects.
type kind struct {
	typeName  string
	path      string     // of the objects on the service; "" for OAuth modules
	arguments generators // of a configuration

	// These functions act outside the provider. The machine creates no OAuth module there.
	add    func(createdAt string) (id string)
	change func(t *rapid.T, id string)
	remove func(id string) (existed bool)
}

// GoString is what rapid logs.
func (k *kind) GoString() string { return k.typeName }

// draw returns a random configuration for a new instance.
func (k *kind) draw(t *rapid.T) arguments { return valid(k.arguments.draw(t)) }

// vary returns a copy of a configuration with a new value of one argument.
func (k *kind) vary(t *rapid.T, has arguments) arguments {
	name := rapid.SampledFrom(slices.Sorted(maps.Keys(k.arguments))).Draw(t, "change")
	return valid(has.with(name, k.arguments[name].Draw(t, name)))
}

// arguments are the configured arguments of an instance.
type arguments map[string]any

// with returns a copy with another value of an argument. A dot separates the name of a
// nested attribute from the name of the outer attribute.
func (a arguments) with(name string, value any) arguments {
	if whole, part, nested := strings.Cut(name, "."); nested {
		members, _ := a[whole].(map[string]any)
		return a.with(whole, map[string]any(arguments(members).with(part, value)))
	}
	changed := maps.Clone(a)
	changed[name] = value
	return changed
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

// configured returns an object in state as a configuration of the settings that have a value.
func configured(instance *protocoltest.Instance) arguments {
	state := protocoltest.PlainObject(instance.State)
	for name, value := range plain(state) {
		isRequired := name == "backends"
		isSetting := !slices.Contains([]string{"id", "uri", "created_at", "deletion_policy"}, name)
		if !isSetting || !isRequired && !isSet(meaning(name, value)) {
			delete(state, name)
		}
	}
	return state
}

// generators draw the values of arguments, by name.
type generators map[string]*rapid.Generator[any]

func (g generators) draw(t *rapid.T) arguments {
	drawn := arguments{}
	for _, name := range slices.Sorted(maps.Keys(g)) {
		drawn[name] = g[name].Draw(t, name)
	}
	return drawn
}

// sampled draws one of the values.
func sampled[T any](t *rapid.T, label string, values ...T) T {
	return rapid.SampledFrom(values).Draw(t, label)
}

func oneOf(values ...any) *rapid.Generator[any] { return rapid.SampledFrom(values) }

// someOf draws a list or set of at most three of the texts.
func someOf(fewest int, texts ...string) *rapid.Generator[any] {
	return rapid.SliceOfNDistinct(rapid.SampledFrom(texts), fewest, 3, rapid.ID[string]).AsAny()
}

func drawIDs(prefix string) *rapid.Generator[any] {
	return someOf(0, prefix+"_a", prefix+"_b", prefix+"/c d")
}

// drawBackends often draws the same backends in another order.
func drawBackends() *rapid.Generator[any] {
	return rapid.OneOf(drawIDs("bkd"), rapid.Permutation([]string{"bkd_a", "bkd_b", "bkd/c d"}).AsAny())
}

// canary is a part of every secret. No other text contains canary.
const canary = "canary"

// confidential is a part of some texts in configurations. Diagnostics must not show
// these texts, because a user may have marked them as sensitive.
const confidential = "confidential"

func drawText() *rapid.Generator[any] {
	return rapid.OneOf(drawLabel(), rapid.Just[any](confidential+" 4"))
}

// drawLabel draws a text that diagnostics may show, such as the description of an edge.
// Some texts mean the same, or nothing.
func drawLabel() *rapid.Generator[any] {
	return oneOf(nil, "", "one", "two", "drei ä ß", " one \n", "  ", `{"owner": "web"}`, `{"owner":"web"}`)
}

// drawMetadata draws metadata. Some values are JSON, which a service may return
// with other white space.
func drawMetadata() *rapid.Generator[any] {
	return oneOf(nil, "", "one", confidential+" 2", `{"a":1,"b":[2]}`, `{ "a": 1.0, "b": [ 2e0 ] }`+"\n", `{"a":2}`, "\n")
}

const failoverBackend = "trafficedge_failover_backend"

func newFailoverBackendKind(s *service) *kind {
	return &kind{
		typeName:  failoverBackend,
		path:      "/backends/failover/",
		arguments: generators{"backends": drawBackends(), "description": drawText(), "metadata": drawMetadata()},

		add: func(createdAt string) string {
			return s.AddFailoverBackend(refapi.FailoverBackend{CreatedAt: createdAt}).ID
		},
		change: func(t *rapid.T, id string) {
			description, _ := drawText().Draw(t, "description").(string)
			backends, _ := drawBackends().Draw(t, "backends").([]string)
			s.ChangeFailoverBackend(id, func(b *refapi.FailoverBackend) { b.Description, b.Backends = description, backends })
		},
		remove: s.RemoveFailoverBackend,
	}
}
