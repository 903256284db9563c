// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"regexp"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/failoverbackend"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/tlsedge"
)

// importBlock matches an import block that a user can copy from an error into
// the configuration.
var importBlock = regexp.MustCompile(`import \{\n\s*to = trafficedge_\w+\.NAME\n\s*id = "(\w+)"\n\s*\}`)

// candidates returns the ids of the objects that a creation with an unknown result
// may have created. The errors about the creation contain import blocks with the ids.
func candidates(diagnostics protocoltest.Diagnostics) []string {
	var ids []string
	for _, one := range diagnostics {
		if !isError(one, failoverbackend.CreationUnknown) && !isError(one, tlsedge.CreationUnknown) {
			continue
		}
		for _, block := range importBlock.FindAllStringSubmatch(one.Detail, -1) {
			ids = append(ids, block[1])
		}
	}
	return ids
}

// mayHaveCreated reports whether an error says that the result of a creation is
// unknown. The service may then have created an object of the given type.
func (o *outcome) mayHaveCreated(typeName string) bool {
	summary := failoverbackend.CreationUnknown
	if typeName == tlsEdge {
		summary = tlsedge.CreationUnknown
	}
	return slices.ContainsFunc(o.whenApplied, func(one *tfprotov6.Diagnostic) bool { return isError(one, summary) })
}

func isError(one *tfprotov6.Diagnostic, summary string) bool {
	return one.Severity == tfprotov6.DiagnosticSeverityError && one.Summary == summary
}

// notApplied reports whether a warning after an apply is about an attribute. Such a
// warning says that service and state have different values for the attribute.
func notApplied(diagnostics protocoltest.Diagnostics) bool {
	return slices.ContainsFunc(diagnostics, func(one *tfprotov6.Diagnostic) bool {
		return one.Severity == tfprotov6.DiagnosticSeverityWarning && one.Attribute != nil
	})
}
