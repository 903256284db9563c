// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package apidiag

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// nextStep returns advice, or "". Advice about a specific cause, such as an invalid
// certificate, takes precedence over advice about a kind of failure, such as [api.NotFound].
func nextStep(failure *api.Error) string {
	_, isCertificate := errors.AsType[*tls.CertificateVerificationError](failure)
	connection, _ := errors.AsType[*net.OpError](failure)
	switch {
	case errors.Is(failure, api.ErrNotEnabled):
		return fmt.Sprintf("If the service offers this operation, add %q to undocumented_operations in the provider block.", failure.UndocumentedOperation)
	case errors.Is(failure, api.ErrUnavailable):
		return "Run the same command again when the service is available."
	case errors.Is(failure, api.ErrNoneCreated):
		return "Run the same command again when the service can create objects."
	case isCertificate:
		return "Check the host in the provider's base_url. If a private authority issued the service's certificate, set ca_certificate_pem. If the certificate has expired, check this machine's clock, or renew the certificate."
	case errors.Is(failure, api.ErrProxyRefused), connection != nil && connection.Op == "proxyconnect":
		return "Check base_url, and the address, user name and password of the proxy in HTTPS_PROXY or HTTP_PROXY, or name the service in NO_PROXY."
	case errors.Is(failure, api.ErrNotTLS):
		return "Check the scheme and the port in the provider's base_url."
	case errors.Is(failure, api.ErrNotSupported):
		return fmt.Sprintf("Remove %q from undocumented_operations in the provider block.", failure.UndocumentedOperation)
	case errors.Is(failure, api.ErrNeverResponded):
		return "Nothing is removed from state. Check base_url (environment " + api.EnvBaseURL + "). If an object in state is really gone, run state rm."
	case errors.Is(failure, api.ErrEmptyID):
		return "The state is damaged. Restore a backup, or remove the object from state and import it by its id."
	case errors.Is(failure, api.ErrSeenElsewhere):
		return "Nothing is removed from state. Set base_url (environment " + api.EnvBaseURL + ") to the address where the object was last seen. If the service has moved and lacks the object, run state rm."
	case errors.Is(failure, api.ErrRedirect):
		return "Check the credentials, and the path in base_url. If you trust the host of the redirect, use its scheme, host and port in base_url."
	case errors.Is(failure, api.ErrPageNotFound):
		return "Run the same command again. If the error remains, check the path in the provider's base_url."
	case errors.Is(failure, api.ErrOtherOrigin):
		return "If you trust the origin of the next page, use that origin in base_url. To refresh without lists, set refresh_from_list = false."
	case errors.Is(failure, api.ErrHandshakeRefused):
		return "Check the host in base_url. Or the service requires a client certificate, which the provider cannot present, or lacks the versions and cipher suites of TLS 1.2 and 1.3."
	case errors.Is(failure, api.ErrUnconfirmed) && failure.UndocumentedOperation != api.DeleteTLSEdgeModule:
		return "If the object is gone, run state rm. Otherwise check the provider's base_url, and run the same command again."
	case failure.Class == api.UnusableSuccess && failure.UndocumentedOperation != "" && !api.IsGone(failure):
		return fmt.Sprintf("If the service does not offer this operation, remove %q from undocumented_operations in the provider block.", failure.UndocumentedOperation)
	case errors.Is(failure, api.ErrNotJSON) && failure.Class != api.Failed && failure.Class != api.Limited:
		return "Check that the provider's base_url points to the API and not to a website."
	}
	return adviceFor(failure)
}

func adviceFor(failure *api.Error) string {
	const token = "the provider's api_token (environment " + api.EnvAPIToken + ")"
	switch class := failure.Class; {
	case class == api.Limited:
		return "Set the provider's requests_per_minute below the service's rate limit, or lower -parallelism. If the " +
			"period of that limit is longer than 2m, such as one hour, set max_retry_wait to that period."
	case class == api.Failed && failure.RequestID != "":
		return "If you report the error, quote the request id."
	case class == api.Unreachable && errors.Is(failure, context.DeadlineExceeded):
		return "Check the network, or raise request_timeout."
	case class == api.Unreachable:
		return "Check base_url and the network."
	case failure.NoCredentials && (class == api.Unauthorized || class == api.Forbidden):
		return "No credentials were sent. Set " + token + ", or set the credentials in headers."
	case class == api.Unauthorized:
		return "The service refuses the credentials. Check " + token + " and headers: the token may be wrong, expired or revoked."
	case class == api.Forbidden:
		return "The account may lack the permission for this request, or the credentials belong to the wrong account: check " + token + " and headers."
	case api.IsGone(failure) && failure.Method == http.MethodPatch:
		advice := "Check the ids in the configuration: one of them may not exist. Or the object was deleted since the plan: plan again."
		if failure.UndocumentedOperation != "" {
			advice += fmt.Sprintf(" If the error remains, the service may lack the operation: remove %q from undocumented_operations in the provider block.",
				failure.UndocumentedOperation)
		}
		return advice
	case api.IsGone(failure) && failure.UndocumentedOperation == api.ReadRouteOAuth:
		return "The route may have no OAuth module. Check edge_id and route_id."
	case class == api.NotFound:
		return "Check the ids in the configuration, and the path in the provider's base_url."
	case class == api.Conflict && failure.Method == http.MethodDelete:
		return "Another object may still refer to this object, as a TLS edge refers to its failover backend, even an abandoned edge. Remove the reference. Or the service makes one change at a time: run the same command with -parallelism=1."
	case class == api.Conflict:
		return "Another object may have the same value, such as a hostport. Or the service makes one change at a time: run the same command with -parallelism=1."
	case class == api.Locked:
		return "Another change is under way on the service. Run the same command again with -parallelism=1."
	}
	return ""
}
