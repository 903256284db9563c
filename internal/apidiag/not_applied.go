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
// no error, because a CLI taints an object whose creation failed and destroys it
// next. State is to hold the plan, so that the next plan shows the difference. The
// values are not shown: any may be sensitive.
func NotAppliedByCreation(at path.Path, object string) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(at, notApplied(at, object),
		fmt.Sprintf("The service created the %s, but its answer has another value for %s than the configuration. State holds the "+
			"configured value, and the next plan shows what differs. If it still does after another apply, configure what the service "+
			"accepts.", object, at))
}

// NotAppliedByUpdate returns an error that the service accepted an update of
// object without applying the planned value of an attribute. State is to hold
// what the service has. The values are not shown: any may be sensitive.
func NotAppliedByUpdate(at path.Path, object string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(at, notApplied(at, object),
		fmt.Sprintf("The service accepted the update of the %s, but has another value for %s than the configuration. State holds what "+
			"the service has. Configure what the service accepts, or apply again.", object, at))
}

func notApplied(at path.Path, object string) string {
	return fmt.Sprintf("The service did not apply %s of %s", at, object)
}

// GivenUp returns a warning that object, such as `TLS edge "x"`, leaves state
// because the service says that it does not exist.
func GivenUp(object string) diag.Diagnostic {
	return diag.NewWarningDiagnostic(fmt.Sprintf("The service has no %s any more", object),
		"The service says that it does not exist, so it leaves state, and the plan creates another one. If it does exist, or if every "+
			"object of a state is reported so, the address or the account is probably another one: do not apply that plan, check the "+
			"provider's base_url and credentials, and plan again.")
}
