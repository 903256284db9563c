// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"
)

// Acted says whether the service has acted on a write.
type Acted int

// The service has not acted on a request, may have, or has.
const (
	ActedNo Acted = iota
	ActedMaybe
	ActedYes
)

// retry says whether a request is sent again.
type retry int

const (
	retryNever retry = iota
	retrySoon
	retryAfterPause // in which the client sends nothing at all
)

// Kind is what a failed request has in common with others that need the same advice.
type Kind int

// The kinds of failed requests.
const (
	NotSent         Kind = iota // the provider itself sent nothing
	Failed                      // by a fault of the service, or of something in front of it
	Unreachable                 // no complete response came
	Unauthorized                // the service refuses the credentials
	Forbidden                   // the service refuses the operation to this account
	NotFound                    // the service, or something in front of it, does not find the address
	Conflict                    // another change is in the way
	Limited                     // the service refuses so many requests
	NotOffered                  // the service lacks an operation that the interface does not show
	Refused                     // the service refuses the values, redirects, or refuses for another reason
	UnusableSuccess             // the service reports success; in an [Error], in a response that cannot be used
)

// outcome is what one attempt of a request means.
type outcome struct {
	acted Acted
	retry retry
	pause time.Duration // that the service asks for with retryAfterPause
	gone  bool          // the service itself says that the object does not exist
	kind  Kind
}

// judge returns what an attempt means. It is the only place that decides on it. A
// request other than POST says all that it changes, so it may be sent again. A POST is
// sent again only if no connection came about, or if the service has refused it for now.
func judge(x *exchange) outcome {
	o := judgeResponse(x)
	if x.err != nil && !IsRefusedRedirect(x.err) {
		o = judgeFailure(x)
	}
	isPost := x.request.method == http.MethodPost
	if isPost && x.sent && (o.retry == retrySoon || o.acted != ActedNo) {
		o.retry = retryNever
	}
	if x.request.method == http.MethodGet {
		o.acted = ActedNo
	}
	return o
}

// judgeFailure judges an attempt without a complete response.
func judgeFailure(x *exchange) outcome {
	o := outcome{kind: Unreachable, retry: retrySoon}
	if x.sent {
		o.acted = ActedMaybe
	}
	_, isCertificate := errors.AsType[*tls.CertificateVerificationError](x.err)
	if isCertificate || errors.Is(x.err, ErrResponseTooLarge) || errors.Is(x.err, context.Canceled) {
		o.retry = retryNever
	}
	return o
}

// judgeResponse judges a response that is complete, or a redirect that is not followed.
func judgeResponse(x *exchange) outcome {
	o := judgeStatus(x.status)
	asked, asksForPause := retryAfter(x.header, time.Now())
	switch x.status {
	case http.StatusTooManyRequests:
		o.pause = asked
	case http.StatusServiceUnavailable:
		if asksForPause {
			o.retry, o.pause = retryAfterPause, asked
		}
		// A gateway may ask for a pause while the service acts, but not in the API's own
		// JSON (RFC 9110, section 15.6.4).
		if asksForPause && json.Valid(x.body) {
			o.acted = ActedNo
		}
	case http.StatusNotFound, http.StatusGone:
		o.gone = isOwnWord(x.body) && x.request.undocumented != ListTLSEdges // A list exists even if it is empty.
	}
	// A 404 that is not about an object comes from a server that does not know the path.
	isMissing := x.status == http.StatusMethodNotAllowed || x.status == http.StatusNotImplemented || x.status == http.StatusNotFound && !o.gone
	if x.request.undocumented != "" && isMissing {
		return outcome{kind: NotOffered}
	}
	return o
}

// judgeStatus is the table of statuses (RFC 9110, section 15; RFC 6585, section 4;
// RFC 8470, section 5.2). A 4xx that is not named is a refusal. A redirect may come after
// the service has acted, except one that asks to send the same request elsewhere.
func judgeStatus(status int) outcome {
	named := map[int]outcome{
		http.StatusTemporaryRedirect: {kind: Refused},
		http.StatusPermanentRedirect: {kind: Refused},
		http.StatusUnauthorized:      {kind: Unauthorized},
		http.StatusForbidden:         {kind: Forbidden},
		http.StatusNotFound:          {kind: NotFound},
		http.StatusGone:              {kind: NotFound},
		http.StatusConflict:          {kind: Conflict},
		http.StatusTooEarly:          {kind: Refused, retry: retrySoon},
		http.StatusTooManyRequests:   {kind: Limited, retry: retryAfterPause},
		http.StatusRequestTimeout:    {kind: Failed, acted: ActedMaybe, retry: retrySoon},
		statusClientClosedRequest:    {kind: Failed, acted: ActedMaybe},
	}
	switch o, isNamed := named[status]; {
	case isNamed:
		return o
	case status < http.StatusOK, status >= http.StatusInternalServerError:
		return outcome{kind: Failed, acted: ActedMaybe, retry: retrySoon}
	case status < http.StatusMultipleChoices:
		return outcome{kind: UnusableSuccess, acted: ActedYes}
	case status < http.StatusBadRequest:
		return outcome{kind: Refused, acted: ActedMaybe}
	}
	return outcome{kind: Refused}
}

// statusClientClosedRequest is the status with which some gateways respond if the
// connection ends before the service responds.
const statusClientClosedRequest = 499

// isOwnWord reports whether a 404 or 410 with this body comes from the API itself, and
// not from something in front of it. A bare number is valid JSON, but a gateway's text.
func isOwnWord(body []byte) bool {
	body = bytes.TrimSpace(body)
	return len(body) == 0 || bytes.ContainsAny(body[:1], `{["n`) && json.Valid(body)
}

// retryAfter reads a Retry-After of either form, seconds or a date (RFC 9110, section
// 10.2.3).
func retryAfter(header http.Header, now time.Time) (wait time.Duration, ok bool) {
	value := header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	date, err := http.ParseTime(value)
	return max(date.Sub(now), 0), err == nil
}
