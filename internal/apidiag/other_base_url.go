// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package apidiag

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// OtherBaseURL returns a warning that an object was last seen at another base URL than the
// present one. The summary does not name the object, so that CLIs show the warnings of all
// objects as one.
func OtherBaseURL(object, seen, present string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("The base_url of the provider has changed",
		fmt.Sprintf("The %s was last seen at %s. Its changes are sent to %s.", object, seen, present))
}
