// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import "reflect"

// IsExact reports whether the table of meanings lacks a path, so that only equal texts mean
// the same.
func IsExact(at string) bool {
	return at != createdAt && reflect.ValueOf(formOf(at)).Pointer() == reflect.ValueOf(exactly).Pointer()
}
