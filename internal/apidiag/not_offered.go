// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package apidiag

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// NotOffered returns a warning that the service lacks a read or a list that the
// API's description does not show, so that the provider does without it.
func NotOffered(err error) diag.Diagnostic {
	return diag.NewWarningDiagnostic("The service does not offer an operation that undocumented_operations asks for",
		fmt.Sprintf("%s\n\nThe provider goes on as if it were switched off. Set undocumented_operations to false in the provider block "+
			"if the service lacks the other operations too.", sentence(err.Error())))
}
