// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"regexp"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// IsDocumented reports whether an operation is one of interface section 4. An
// operation is a method and an escaped path with a space between them.
func IsDocumented(operation string) bool {
	return regexp.MustCompile(`^((GET|POST) /backends/failover|(GET|PATCH|DELETE) /backends/failover/[^/]+|` +
		`POST /edges/tls|GET /edges/tls/[^/]+|PUT /edges/https/[^/]+/routes/[^/]+/oauth)$`).MatchString(operation)
}

// IsAllowed reports whether a provider may use an operation, written as for
// [IsDocumented]. undocumented is the provider's undocumented_operations.
func IsAllowed(operation string, undocumented []api.Undocumented) bool {
	forms := map[api.Undocumented]string{
		api.UpdateTLSEdge:       `PATCH /edges/tls/[^/]+`,
		api.DeleteTLSEdgeModule: `DELETE /edges/tls/[^/]+/[a-z_]+`,
		api.DeleteTLSEdge:       `DELETE /edges/tls/[^/]+`,
		api.ListTLSEdges:        `GET /edges/tls`,
		api.ReadRouteOAuth:      `GET /edges/https/[^/]+/routes/[^/]+/oauth`,
		api.DeleteRouteOAuth:    `DELETE /edges/https/[^/]+/routes/[^/]+/oauth`,
	}
	for _, name := range undocumented {
		if regexp.MustCompile("^" + forms[name] + "$").MatchString(operation) {
			return true
		}
	}
	return IsDocumented(operation)
}
