// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package apidiag

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// nextStep returns advice for the user, or "" if there is none. The first case that
// fits decides.
func nextStep(failure *api.Error) string {
	isNotJSON := errors.Is(failure, api.ErrNotJSON)
	switch status := failure.Status; {
	case errors.Is(failure, api.ErrNotNamed):
		return fmt.Sprintf("If the service offers it, add %q to undocumented_operations in the provider block.", failure.Undocumented)
	case api.IsNotOffered(failure):
		return fmt.Sprintf("Take %q out of undocumented_operations in the provider block. Nothing in state has changed.", failure.Undocumented)
	case api.IsEmptyID(failure):
		return "State holds this object without an id, so state is damaged. Restore it from a backup, or take the object out " +
			"with terraform state rm and import it by its id."
	case api.IsRefusedRedirect(failure):
		return "Set the provider's base_url to the address where the API answers without a redirect, if that is the one above " +
			"and you trust it."
	case failure.Undocumented != "" && status >= http.StatusOK && status < http.StatusMultipleChoices:
		return fmt.Sprintf("If the service does not offer this operation, take %q out of undocumented_operations in the provider block.",
			failure.Undocumented)
	case status == http.StatusTooManyRequests, errors.Is(failure, api.ErrHeldBack):
		return "Set the provider's requests_per_minute below the service's limit, or lower -parallelism. If the limit needs longer " +
			"to let requests through again, raise max_retry_wait above 2m."
	case status == 0 && failure.Attempts == 0:
		return ""
	case status == 0:
		return afterNoAnswer(failure)
	case status >= http.StatusInternalServerError:
		return afterServiceFault(status, isNotJSON)
	case isNotJSON:
		return "The API answers in JSON. Check that the provider's base_url points to the API and not to something in front of it."
	default:
		return afterRefusal(failure)
	}
}

func afterNoAnswer(failure *api.Error) string {
	_, isCertificate := errors.AsType[*tls.CertificateVerificationError](failure)
	invalid, _ := errors.AsType[x509.CertificateInvalidError](failure)
	switch {
	case invalid.Reason == x509.Expired:
		return "The service's certificate has expired, or is not valid yet. It has to be renewed, unless the clock of this machine is wrong."
	case isCertificate:
		return "Check the host in the provider's base_url. If an authority of your own has issued the service's certificate, set " +
			"ca_certificate_pem."
	case errors.Is(failure, context.DeadlineExceeded):
		return "Check that the service can be reached from here. If it needs longer, raise the provider's request_timeout."
	}
	return "Check the provider's base_url, and that the service can be reached from here."
}

func afterServiceFault(status int, isNotJSON bool) string {
	switch {
	case status == http.StatusBadGateway, status == http.StatusServiceUnavailable, status == http.StatusGatewayTimeout:
		return "The service, or something in front of it, is down or overloaded. Try again later."
	case isNotJSON:
		return "The service, or something in front of it, has failed. Try again later."
	default:
		return "The fault is the service's. Try again later; the request id, where there is one, helps its owners find the cause."
	}
}

func afterRefusal(failure *api.Error) string {
	const token = "the provider's api_token (environment TRAFFICEDGE_API_TOKEN)"
	isDenied := failure.Status == http.StatusUnauthorized || failure.Status == http.StatusForbidden
	switch status := failure.Status; {
	case isDenied && failure.NoAuthorization:
		return "No Authorization was sent. Set " + token + ", or in headers what the service asks for."
	case status == http.StatusUnauthorized:
		return "The Authorization that was sent is refused. Check " + token + " and headers: the token may be wrong, expired or revoked."
	case status == http.StatusForbidden:
		return "Either this account may not do this, or " + token + " or headers are those of another one."
	case status == http.StatusNotFound:
		return "Check the ids in the configuration, and the path in the provider's base_url."
	case status == http.StatusConflict:
		return "Another change may be under way. Run terraform plan again to see how things stand now."
	}
	return ""
}
