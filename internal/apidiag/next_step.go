// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package apidiag

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// nextStep returns advice for the user, or "" if there is none. A cause that the
// provider knows takes precedence over the kind of the failure.
func nextStep(failure *api.Error) string {
	_, isCertificate := errors.AsType[*tls.CertificateVerificationError](failure)
	isNotJSON := errors.Is(failure, api.ErrNotJSON)
	switch {
	case errors.Is(failure, api.ErrNotNamed):
		return fmt.Sprintf("If the service offers it, add %q to undocumented_operations in the provider block.", failure.Undocumented)
	case api.IsNotOffered(failure):
		return fmt.Sprintf("Remove %q from undocumented_operations in the provider block. Nothing in state has changed.", failure.Undocumented)
	case errors.Is(failure, api.ErrSeenElsewhere):
		return "Set base_url (environment TRAFFICEDGE_BASE_URL) to that address. If the service has moved and the object is gone, remove it " +
			"from state with state rm."
	case errors.Is(failure, api.ErrUnknownProvider):
		return "Add the service's name to identity_provider_names in the provider block, as the value of the idp_1 to idp_8 that it stands for."
	case api.IsRefusedRedirect(failure):
		return "If the address above is the API's own and you trust it, set the provider's base_url to it."
	case isCertificate:
		return "Check the host in the provider's base_url. If a private authority issued the service's certificate, set ca_certificate_pem. " +
			"If it has expired, it has to be renewed, unless the clock of this machine is wrong."
	case failure.Kind == api.UnusableSuccess && failure.Undocumented != "":
		return fmt.Sprintf("If the service does not offer this operation, remove %q from undocumented_operations in the provider block.",
			failure.Undocumented)
	case isNotJSON && failure.Kind != api.Failed && failure.Kind != api.Limited:
		return "The API responds in JSON. Check that the provider's base_url points to the API and not to something in front of it."
	}
	return adviceFor(failure)
}

// adviceFor returns the advice for the kind of a failure.
func adviceFor(failure *api.Error) string {
	const token = "the provider's api_token (environment TRAFFICEDGE_API_TOKEN)"
	isDenied := failure.Kind == api.Unauthorized || failure.Kind == api.Forbidden
	wasInState := failure.Method == http.MethodPatch || failure.Method == http.MethodDelete
	switch kind := failure.Kind; {
	case kind == api.Limited:
		return "Set the provider's requests_per_minute below the service's limit, or lower -parallelism. If the limit lasts longer, raise " +
			"max_retry_wait above 2m."
	case kind == api.Failed:
		return "The service, or something in front of it, failed or is overloaded. Try again later, and quote the request id, if any, to its owners."
	case kind == api.Unreachable && errors.Is(failure, context.DeadlineExceeded):
		return "Check that the service can be reached from here. If it needs longer, raise the provider's request_timeout."
	case kind == api.Unreachable:
		return "Check the provider's base_url, and that the service can be reached from here."
	case isDenied && failure.NoAuthorization:
		return "No Authorization was sent. Set " + token + ", or in headers what the service asks for."
	case kind == api.Unauthorized:
		return "The service refuses the credentials. Check " + token + " and headers: the token may be wrong, expired or revoked."
	case kind == api.Forbidden:
		return "Either this account may not do this, or " + token + " or headers belong to another account."
	case api.IsGone(failure) && wasInState:
		return "It was deleted since the plan. Plan again."
	case kind == api.NotFound:
		return "Check the ids in the configuration, and the path in the provider's base_url."
	case kind == api.Conflict:
		return "Another change may be under way. Plan again to see the current state."
	}
	return ""
}
