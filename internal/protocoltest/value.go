// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package protocoltest

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// Unknown is the plain Go form of a value that is not known before apply.
type Unknown struct{}

// Value converts a plain Go value to the given type. The plain value is nil or has the
// type string, bool, int, int64, []string, []api.UndocumentedOperation, [Unknown],
// map[string]string or map[string]any. Missing attributes of an object are null. A map has strings.
func Value(valueType tftypes.Type, plain any) tftypes.Value {
	switch plain := plain.(type) {
	case Unknown:
		return tftypes.NewValue(valueType, tftypes.UnknownValue)
	case []string:
		return collectionValue(valueType, plain)
	case []api.UndocumentedOperation:
		return collectionValue(valueType, plain)
	case map[string]string:
		values := map[string]tftypes.Value{}
		for key, text := range plain {
			values[key] = String(text)
		}
		return tftypes.NewValue(valueType, values)
	case map[string]any:
		return tftypes.NewValue(valueType, parts(valueType, plain))
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

// parts returns the elements of a map, or the attributes of an object.
func parts(valueType tftypes.Type, plain map[string]any) map[string]tftypes.Value {
	values := map[string]tftypes.Value{}
	object, isObject := valueType.(tftypes.Object)
	for name, attributeType := range object.AttributeTypes {
		values[name] = Value(attributeType, plain[name])
	}
	for name, element := range plain {
		if _, isAttribute := values[name]; !isAttribute && isObject {
			panic("there is no attribute " + name)
		} else if !isObject {
			values[name] = Value(tftypes.String, element)
		}
	}
	return values
}

// String returns a known string.
func String(value string) tftypes.Value { return tftypes.NewValue(tftypes.String, value) }

// PlainObject is the inverse of [Value] for an object. It returns nil if the object is null, and
// panics if any part of it is unknown. It sorts the texts of a set, because their order has no
// meaning.
func PlainObject(value tftypes.Value) map[string]any {
	object, _ := plain(value).(map[string]any)
	return object
}

func plain(value tftypes.Value) any {
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
		object := map[string]any{}
		for name, attribute := range as[map[string]tftypes.Value](value) {
			object[name] = plain(attribute)
		}
		return object
	default:
		objects, texts := []any{}, []string{}
		for _, element := range as[[]tftypes.Value](value) {
			if text, isText := plain(element).(string); isText {
				texts = append(texts, text)
			} else {
				objects = append(objects, plain(element))
			}
		}
		if valueType.Is(tftypes.Set{}) {
			slices.Sort(texts)
		}
		if len(objects) > 0 {
			return objects
		}
		return texts
	}
}

// as converts a value to a Go type. The caller has checked that the types match.
func as[T any](value tftypes.Value) T {
	var target T
	if err := value.As(&target); err != nil {
		panic(fmt.Sprintf("reading %s: %v", value, err))
	}
	return target
}
