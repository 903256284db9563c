// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package apidiag

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// NotAppliedByCreation returns a warning that the service created object, such as
// `failover backend "x"`, without applying the planned value of an attribute. It is
// not an error, because a CLI taints an object whose creation failed and destroys it
// next. State keeps the plan, so that the next plan shows the difference. The
// values are not shown: any may be sensitive.
func NotAppliedByCreation(at path.Path, object string) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(at, notApplied(at, object),
		fmt.Sprintf("The service created the %s, but its response has another value for %s than the configuration. State has the "+
			"configured value, and the next plan shows the difference. If the difference remains, configure what the service accepts.", object, at))
}

// NotAppliedByUpdate returns an error that the service accepted an update of
// object without applying the planned value of an attribute. State gets what the
// service has. The values are not shown: any may be sensitive.
func NotAppliedByUpdate(at path.Path, object string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(at, notApplied(at, object),
		fmt.Sprintf("The service accepted the update of the %s, but has another value for %s than the configuration. State has what "+
			"the service has. Configure what the service accepts, or apply again.", object, at))
}

func notApplied(at path.Path, object string) string {
	return fmt.Sprintf("The service did not apply %s of %s", at, object)
}

// Gone returns a warning that object, such as `TLS edge "x"`, is removed from state
// because the service says that it does not exist.
func Gone(object string) diag.Diagnostic {
	return diag.NewWarningDiagnostic(fmt.Sprintf("The service has no %s any more", object),
		"The service says that it does not exist, so it is removed from state and will be recreated. If it should exist, do not apply: "+
			"check the provider's base_url and credentials, and plan again.")
}

// CreatedUnread warns that an object was created, and that only its id could be read
// from the response. It is not an error, because a CLI taints an object whose creation
// failed and destroys it next.
func CreatedUnread(object string, err error) diag.Diagnostic {
	return diag.NewWarningDiagnostic(fmt.Sprintf("Created %s, but could not read it", object),
		fmt.Sprintf("%v.\n\nState has its id and the configured values. The next plan reads it and shows what differs.", err))
}
