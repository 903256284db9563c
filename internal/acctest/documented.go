// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"regexp"
	"strings"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// IsAllowed reports whether a provider may use an operation. It allows the operations in
// section 4 of interface.md, and the given undocumented operations. An operation is a
// method, a space and an escaped path.
func IsAllowed(operation string, undocumented []api.UndocumentedOperation) bool {
	forms := map[api.UndocumentedOperation]string{
		api.UpdateTLSEdge:       `PATCH /edges/tls/[^/]+`,
		api.DeleteTLSEdgeModule: `DELETE /edges/tls/[^/]+/[a-z_]+`,
		api.DeleteTLSEdge:       `DELETE /edges/tls/[^/]+`,
		api.ListTLSEdges:        `GET /edges/tls`,
		api.ReadRouteOAuth:      `GET /edges/https/[^/]+/routes/[^/]+/oauth`,
	}
	allowed := []string{
		`(GET|POST) /backends/failover|(GET|PATCH|DELETE) /backends/failover/[^/]+`,
		`POST /edges/tls|GET /edges/tls/[^/]+|PUT /edges/https/[^/]+/routes/[^/]+/oauth`,
	}
	for _, name := range undocumented {
		allowed = append(allowed, forms[name])
	}
	return regexp.MustCompile("^(" + strings.Join(allowed, "|") + ")$").MatchString(operation)
}
