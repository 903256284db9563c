// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// ErrorClass groups failed requests that need the same advice.
type ErrorClass int

// The classes of results.
const (
	NotSent         ErrorClass = iota // the provider did not send the request
	Failed                            // the service failed, or a gateway in front of the service failed
	Unreachable                       // no complete response was received
	Unauthorized                      // the service refuses the credentials
	Forbidden                         // the account is not allowed to use the operation
	NotFound                          // the service or a gateway does not find the address
	Conflict                          // another change is in progress
	Locked                            // another change is in progress, and the service did nothing
	Limited                           // a rate limit refuses the request
	NotSupported                      // the service lacks the undocumented operation
	Refused                           // any other refusal, such as refused values or a redirect
	Succeeded                         // a success status; never the class of an [Error]
	UnusableSuccess                   // a success status with an unusable response; never the class of an outcome
)

type outcome struct {
	acted    bool          // whether the service may have acted on the request
	retry    bool          // whether the client may send the request again
	pauses   bool          // the client sends no request at all until a pause ends
	pause    time.Duration // the pause that the service asks for
	isOutage bool          // the service is unavailable: see [outage]
	gone     bool          // the API itself responded that the object does not exist
	class    ErrorClass
}

// classify allows retries of methods other than POST, which are safe to repeat. A POST is
// repeated only if it was not sent, or refused with 423, 425 or 429: after a 503 the service may
// have acted, whatever the response says. A conflict with a DELETE may end soon: an object that
// refers to this one may have just been deleted.
func classify(a *attempt) outcome {
	o := classifyResponse(a)
	// A 401 counts even with an incomplete body: the service would refuse a retry too.
	if a.err != nil && !errors.Is(a.err, ErrRedirect) && a.status != http.StatusUnauthorized {
		_, isCertificate := errors.AsType[*tls.CertificateVerificationError](a.err)
		isOneOf := func(target error) bool { return errors.Is(a.err, target) }
		lasts := isCertificate ||
			slices.ContainsFunc([]error{ErrHandshakeRefused, ErrNotTLS, ErrProxyRefused, errTooLarge, context.Canceled}, isOneOf)
		o = outcome{class: Unreachable, retry: !lasts, acted: a.sent}
	}
	// A creation does not await the end of an outage if no name server knows the host of the base URL.
	dns, _ := errors.AsType[*net.DNSError](a.err)
	o.isOutage = o.retry && (o.class == Failed || o.class == Unreachable) && (dns == nil || !dns.IsNotFound)
	o.retry = o.retry || o.class == Conflict && a.request.method == http.MethodDelete
	if a.request.method == http.MethodPost && a.sent && o.class != Limited && o.class != Locked {
		o.retry = false
	}
	o.acted = o.acted && a.request.method != http.MethodGet
	return o
}

// classifyResponse classifies a complete response, or a redirect that was not followed.
func classifyResponse(a *attempt) outcome {
	o := classifyStatus(a.status)
	asked, asksForPause := retryAfter(a.header, a.served)
	switch {
	case a.status == http.StatusTooManyRequests, a.status == http.StatusServiceUnavailable && asksForPause:
		o.pauses, o.pause = true, asked
	case a.status == http.StatusNotFound, a.status == http.StatusGone:
		o.gone = isWrittenByAPI(a.body) && !a.request.isPage // A list always exists.
	}
	// A server that lacks an operation responds 405, 501, or a 404 that is not about an object.
	isMissing := a.status == http.StatusMethodNotAllowed || a.status == http.StatusNotImplemented || a.status == http.StatusNotFound && !o.gone
	if a.request.undocumented != "" && isMissing {
		return outcome{class: NotSupported}
	}
	return o
}

// classifyStatus follows RFC 9110, section 15; RFC 6585, section 4; RFC 8470, section 5.2. The
// service may have acted before a redirect, except for 307 and 308, which ask the client to
// send the same request elsewhere.
func classifyStatus(status int) outcome {
	named := map[int]outcome{
		http.StatusTemporaryRedirect: {class: Refused},
		http.StatusPermanentRedirect: {class: Refused},
		http.StatusUnauthorized:      {class: Unauthorized},
		http.StatusForbidden:         {class: Forbidden},
		http.StatusNotFound:          {class: NotFound},
		http.StatusGone:              {class: NotFound},
		http.StatusConflict:          {class: Conflict},
		http.StatusLocked:            {class: Locked, retry: true},
		http.StatusTooEarly:          {class: Locked, retry: true},
		http.StatusTooManyRequests:   {class: Limited, retry: true},
		http.StatusRequestTimeout:    {class: Failed, acted: true, retry: true},
		http.StatusNotImplemented:    {class: Failed, acted: true}, // No wait makes the service offer the operation.
		499:                          {class: Failed, acted: true}, // from some gateways, if the connection ended before the service responded
	}
	switch o, isNamed := named[status]; {
	case isNamed:
		return o
	case status < http.StatusOK, status >= http.StatusInternalServerError:
		return outcome{class: Failed, acted: true, retry: true}
	case status < http.StatusMultipleChoices:
		return outcome{class: Succeeded, acted: true}
	case status < http.StatusBadRequest:
		return outcome{class: Refused, acted: true}
	}
	return outcome{class: Refused}
}

// isWrittenByAPI reports whether the API wrote the body, not a gateway in front of it. An
// empty body or JSON counts as the API's, but not a bare value such as 404 or false.
func isWrittenByAPI(body []byte) bool {
	body = bytes.TrimSpace(body)
	return len(body) == 0 || bytes.ContainsAny(body[:1], `{["n`) &&
		jsontext.Value(body).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// retryAfter parses a number of seconds or a date (RFC 9110, section 10.2.3).
func retryAfter(header http.Header, now time.Time) (wait time.Duration, ok bool) {
	value := header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	date, err := http.ParseTime(value)
	return max(date.Sub(now), 0), err == nil
}
