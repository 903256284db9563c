// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import "regexp"

// IsDocumented reports whether an operation is one of interface section 4. An
// operation is a method and an escaped path with a space between them.
func IsDocumented(operation string) bool {
	return regexp.MustCompile(`^((GET|POST) /backends/failover|(GET|PATCH|DELETE) /backends/failover/[^/]+|` +
		`POST /edges/tls|GET /edges/tls/[^/]+|PUT /edges/https/[^/]+/routes/[^/]+/oauth)$`).MatchString(operation)
}

// IsAllowed reports whether a provider may use an operation, written as for
// [IsDocumented]. undocumented is the provider's undocumented_operations.
func IsAllowed(operation string, undocumented bool) bool {
	return IsDocumented(operation) || undocumented && isUndocumented(operation)
}

// isUndocumented reports whether undocumented_operations allows an operation
// that is not documented.
func isUndocumented(operation string) bool {
	return regexp.MustCompile(`^(GET /edges/tls|(PATCH|DELETE) /edges/tls/[^/]+|DELETE /edges/tls/[^/]+/[a-z_]+|(GET|DELETE) /edges/https/[^/]+/routes/[^/]+/oauth)$`).
		MatchString(operation)
}
