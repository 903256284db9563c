// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package apidiag

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// NotAppliedByCreation returns a warning that the service created an object, such as
// `failover backend "x"`, without applying the planned value of an attribute. The
// diagnostic is not an error, because after an error a CLI would taint the object and later
// destroy the object. State keeps the planned value, so the next plan shows the service's
// value as drift. The warning does not contain the values, because they may be sensitive.
func NotAppliedByCreation(at path.Path, object string) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(at, notApplied(at, object),
		"The response to the creation differs from the configuration. State has the configured value, and the next plan shows the "+
			"difference. If the difference remains, configure a value that the service accepts.")
}

// NotAppliedByUpdate returns an error that the service accepted an update without
// applying the planned value of an attribute. State gets the value of the service. The
// error does not contain the values, because they may be sensitive.
func NotAppliedByUpdate(at path.Path, object string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(at, notApplied(at, object),
		"The service accepted the update, but the service's value differs from the configuration. State has the value of the service. "+
			"Configure a value that the service accepts, or apply again.")
}

func notApplied(at path.Path, object string) string {
	return fmt.Sprintf("The service did not apply %s of %s", at, object)
}

// Gone returns a warning that an object, such as `TLS edge "x"`, is removed from state.
// The service has responded that the object does not exist.
func Gone(object string) diag.Diagnostic {
	return diag.NewWarningDiagnostic(fmt.Sprintf("The service has no %s any more", object),
		"The service says that the object does not exist. The object is removed from state, and the next apply creates it again. If the object should "+
			"still exist, do not apply: check base_url and credentials, and plan again.")
}

// CreatedUnread returns a warning that an object was created but could not be read. Only
// the id of the object is known. The diagnostic is not an error, because after an error a
// CLI would taint the object and later destroy the object.
func CreatedUnread(object string, err error) diag.Diagnostic {
	return diag.NewWarningDiagnostic(fmt.Sprintf("Created %s, but could not read it", object),
		fmt.Sprintf("%v.\n\nState has the id and the configured values. The next plan reads the object and shows any differences from the configuration.", err))
}

// OtherBaseURL returns a warning that an object was last seen at another base URL than the
// present one. The summary does not name the object, so that CLIs show the warnings of all
// objects as one.
func OtherBaseURL(object, seen, present string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("The base_url of the provider has changed",
		fmt.Sprintf("The %s was last seen at %s. Its changes are sent to %s.", object, seen, present))
}
