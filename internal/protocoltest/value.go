// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package protocoltest

import (
	"fmt"
	"math/big"
	"reflect"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Unknown is the plain Go form of a value that is not known before apply.
type Unknown struct{}

// Value converts a plain Go value to the given type. The plain value is nil, a text, a bool, a whole
// number, a slice, a map with texts as keys, [Unknown], or a value of the protocol. Missing
// attributes of an object are null. The elements of a list, a set or a map are texts.
func Value(valueType tftypes.Type, plain any) tftypes.Value {
	switch from := reflect.ValueOf(plain); {
	case from.Kind() == reflect.String:
		return tftypes.NewValue(valueType, from.String())
	case from.Kind() == reflect.Slice:
		elements := make([]tftypes.Value, from.Len())
		for i := range elements {
			elements[i] = Value(tftypes.String, from.Index(i).Interface())
		}
		return tftypes.NewValue(valueType, elements)
	case from.Kind() == reflect.Map:
		return tftypes.NewValue(valueType, parts(valueType, from))
	}
	switch plain := plain.(type) {
	case Unknown:
		return tftypes.NewValue(valueType, tftypes.UnknownValue)
	case tftypes.Value:
		return plain
	}
	return tftypes.NewValue(valueType, plain)
}

// parts returns the elements of a map, or the attributes of an object.
func parts(valueType tftypes.Type, plain reflect.Value) map[string]tftypes.Value {
	values := map[string]tftypes.Value{}
	object, isObject := valueType.(tftypes.Object)
	for name, attributeType := range object.AttributeTypes {
		values[name] = tftypes.NewValue(attributeType, nil)
	}
	for name, part := range plain.Seq2() {
		partType := object.AttributeTypes[name.String()]
		if !isObject {
			partType = tftypes.String
		} else if partType == nil {
			panic("there is no attribute " + name.String())
		}
		values[name.String()] = Value(partType, part.Interface())
	}
	return values
}

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
	case valueType.Is(tftypes.Object{}), valueType.Is(tftypes.Map{}):
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
