// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

// IsListed reports whether the table of meanings has a path.
func IsListed(at string) bool {
	_, isListed := meaningOf(at)
	return isListed
}

// IsExact reports whether only equal texts mean the same.
func IsExact(at string) bool {
	m, _ := meaningOf(at)
	return m.same == nil && m.form("Ä \n") == "Ä \n"
}
