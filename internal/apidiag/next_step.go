// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package apidiag

import (
	"context"
	"crypto/tls"
	"errors"
	"net/http"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// nextStep is what whoever reads about a failure can do, "" if nothing is known.
func nextStep(failure *api.Error) string {
	switch {
	case api.IsNotOffered(failure):
		return "Set undocumented_operations to false in the provider block if the service lacks this operation for good. Nothing in state " +
			"has changed."
	case api.IsEmptyID(failure):
		return "State holds this object without an id, so state is damaged. Restore it from a backup, or take the object out " +
			"with terraform state rm and import it by its id."
	case api.IsRefusedRedirect(failure):
		return "Set the provider's base_url to the address where the API answers without a redirect, if that is the one above " +
			"and you trust it."
	case api.IsUndocumented(failure) && failure.Status/100 == http.StatusOK/100:
		return "Set undocumented_operations to false in the provider block if the service does not offer this operation."
	case failure.Status == 0:
		return afterNoAnswer(failure)
	case failure.Status >= http.StatusInternalServerError:
		return afterServiceFault(failure)
	case errors.Is(failure, api.ErrNotJSON):
		return "The API answers in JSON. Check that the provider's base_url points to the API and not to something in front of it."
	}
	return afterRefusal(failure.Status)
}

func afterNoAnswer(failure *api.Error) string {
	if failure.Attempts == 0 {
		return ""
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](failure); ok {
		return "Check the host in the provider's base_url. If an authority of your own has issued the service's certificate, set " +
			"ca_certificate_pem."
	}
	if errors.Is(failure, context.DeadlineExceeded) {
		return "Check that the service can be reached from here. If it needs longer, raise the provider's request_timeout."
	}
	return "Check the provider's base_url, and that the service can be reached from here."
}

func afterServiceFault(failure *api.Error) string {
	switch failure.Status {
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return "The service, or something in front of it, is down or overloaded. Try again later."
	}
	if errors.Is(failure, api.ErrNotJSON) {
		return "The service, or something in front of it, has failed. Try again later."
	}
	return "The fault is the service's. Try again later; the request id, where there is one, helps its owners find the cause."
}

func afterRefusal(status int) string {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return "Check the provider's api_token (environment TRAFFICEDGE_API_TOKEN) and headers, and what that token may do."
	case http.StatusNotFound:
		return "Check the ids in the configuration, and the path in the provider's base_url."
	case http.StatusConflict:
		return "Another change may be under way. Run terraform plan again to see how things stand now."
	case http.StatusTooManyRequests:
		return "The service limits the rate of requests. Set the provider's requests_per_minute below that limit, lower -parallelism, or raise max_retries and max_retry_wait."
	}
	return ""
}
