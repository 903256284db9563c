package statemachine_test

import (
	"maps"

	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
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

// kind is what a machine has to know of a resource type.
type kind interface {
	typeName() string

	// draw returns a random configuration for a new instance.
	draw(t *rapid.T) arguments
	// vary returns a configuration with a random change.
	vary(t *rapid.T, has arguments) arguments

	// stored is what the service holds of an instance with this configuration, and
	// shown what the instance's state says of it, both in the same form; there is
	// false where the service holds nothing.
	stored(s *service, instance *acctest.Instance) (object map[string]any, there bool)
	shown(instance *acctest.Instance, applied arguments) map[string]any

	// meddle changes an object behind the provider's back.
	meddle(t *rapid.T, s *service, instance *acctest.Instance)
	// remove removes it, and tells whether that is possible.
	remove(s *service, instance *acctest.Instance) bool
}

// significant returns an object without what means unset: null, "", an empty
// list, and a module that is disabled and has nothing in it.
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

func drawText() *rapid.Generator[any] {
	return rapid.SampledFrom([]any{nil, "", "one", "two", "drei ä ß"})
}

func drawIDs(prefix string) *rapid.Generator[[]string] {
	ids := []string{prefix + "_a", prefix + "_b", prefix + "/c d"}
	return rapid.SliceOfNDistinct(rapid.SampledFrom(ids), 0, 3, rapid.ID[string])
}
