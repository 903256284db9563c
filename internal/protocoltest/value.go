// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package protocoltest

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// Unknown is the plain Go form of a value that is not known before apply.
type Unknown struct{}

// Value converts a plain Go value to the given type. The plain value is nil or has the
// type string, bool, int, int64, []string, []api.UndocumentedOperation, [Unknown],
// map[string]string or map[string]any.
// Missing attributes of an object are null, and so is a nil map. A map has strings.
func Value(valueType tftypes.Type, plain any) tftypes.Value {
	switch plain := plain.(type) {
	case Unknown:
		return tftypes.NewValue(valueType, tftypes.UnknownValue)
	case []string:
		return collectionValue(valueType, plain)
	case []api.UndocumentedOperation:
		return collectionValue(valueType, plain)
	case map[string]string:
		return mapValue(valueType, plain)
	case map[string]any:
		if valueType.Is(tftypes.Map{}) {
			return mapValue(valueType, plain)
		}
		return objectValue(valueType, plain)
	default:
		return tftypes.NewValue(valueType, plain)
	}
}

func collectionValue[T ~string](valueType tftypes.Type, plain []T) tftypes.Value {
	values := make([]tftypes.Value, len(plain))
	for i, text := range plain {
		values[i] = String(string(text))
	}
	return tftypes.NewValue(valueType, values)
}

func mapValue[T any](valueType tftypes.Type, plain map[string]T) tftypes.Value {
	if plain == nil {
		return tftypes.NewValue(valueType, nil)
	}
	values := map[string]tftypes.Value{}
	for key, element := range plain {
		values[key] = Value(tftypes.String, element)
	}
	return tftypes.NewValue(valueType, values)
}

func objectValue(valueType tftypes.Type, plain map[string]any) tftypes.Value {
	object, ok := valueType.(tftypes.Object)
	if !ok {
		panic(fmt.Sprintf("%v takes no attributes", valueType))
	}
	values := map[string]tftypes.Value{}
	for name, attributeType := range object.AttributeTypes {
		values[name] = Value(attributeType, plain[name])
	}
	for name := range plain {
		if _, known := values[name]; !known {
			panic("there is no attribute " + name)
		}
	}
	return tftypes.NewValue(object, values)
}

// String returns a known string.
func String(value string) tftypes.Value { return tftypes.NewValue(tftypes.String, value) }

// Plain is the inverse of [Value]. It sorts the texts of a set, because their order has
// no meaning. It panics if any part of the value is unknown.
func Plain(value tftypes.Value) any {
	switch valueType := value.Type(); {
	case value.IsNull():
		return nil
	case valueType.Is(tftypes.String):
		return as[string](value)
	case valueType.Is(tftypes.Bool):
		return as[bool](value)
	case valueType.Is(tftypes.Number):
		number := as[big.Float](value)
		whole, _ := number.Int64()
		return whole
	case valueType.Is(tftypes.Object{}):
		return PlainObject(value)
	default:
		objects, texts := []any{}, []string{}
		for _, element := range as[[]tftypes.Value](value) {
			if element.Type().Is(tftypes.Object{}) {
				objects = append(objects, Plain(element))
			} else {
				texts = append(texts, as[string](element))
			}
		}
		if len(objects) > 0 {
			return objects
		}
		if valueType.Is(tftypes.Set{}) {
			slices.SortFunc(texts, strings.Compare)
		}
		return texts
	}
}

// PlainObject is [Plain] for an object. It returns nil if the object is null.
func PlainObject(value tftypes.Value) map[string]any {
	if value.IsNull() {
		return nil
	}
	plain := map[string]any{}
	for name, attribute := range as[map[string]tftypes.Value](value) {
		plain[name] = Plain(attribute)
	}
	return plain
}

// as converts a value to a Go type. The caller has checked that the types match.
func as[T any](value tftypes.Value) T {
	var target T
	if err := value.As(&target); err != nil {
		panic(fmt.Sprintf("reading %s: %v", value, err))
	}
	return target
}
