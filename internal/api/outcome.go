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

// Acted is whether the service has acted on a write.
type Acted int

// The service has not acted on a request, may have acted, or has acted.
const (
	ActedNo Acted = iota
	ActedMaybe
	ActedYes
)

// retry is whether and when to send a request again.
type retry int

const (
	retryNever retry = iota
	retrySoon
	retryAfterPause // until the pause ends, the client sends no request at all
)

// Kind groups the failed requests for which the user needs the same advice.
type Kind int

// The kinds of failed requests.
const (
	NotSent         Kind = iota // the provider did not send the request
	Failed                      // by a fault of the service or of a gateway in front of it
	Unreachable                 // no complete response was received
	Unauthorized                // the service refuses the credentials
	Forbidden                   // the service refuses the operation to this account
	NotFound                    // the service or a gateway in front of it does not find the address
	Conflict                    // another change is in progress
	Limited                     // the service refuses the number of requests
	NotOffered                  // the service lacks an operation that the interface does not show
	Refused                     // any other refusal, such as refused values or a redirect
	UnusableSuccess             // a success status; in an [Error], the response is unusable
)

// outcome classifies the result of one attempt at a request.
type outcome struct {
	acted Acted
	retry retry
	pause time.Duration // the pause that the service asks for with retryAfterPause
	gone  bool          // the API itself responded that the object does not exist
	kind  Kind
}

// judge classifies the outcome of one attempt at a request. All such decisions are made
// here. A request other than POST is safe to repeat, so it may be sent again. A POST is
// sent again only if no connection was made, or if the service has refused it without
// acting on it and asks to wait.
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

// judgeFailure classifies an attempt without a complete response.
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

// judgeResponse classifies a complete response and a redirect that the client did not
// follow.
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
		// A gateway may ask for a pause while the service is already acting. A body in
		// JSON shows that the API itself asks for the pause (RFC 9110, section 15.6.4).
		if asksForPause && json.Valid(x.body) {
			o.acted = ActedNo
		}
	case http.StatusNotFound, http.StatusGone:
		o.gone = isOwnWord(x.body) && x.request.undocumented != ListTLSEdges // The list exists even if it is empty.
	}
	// A 404 without an object in the request comes from a server that does not know the
	// path.
	isMissing := x.status == http.StatusMethodNotAllowed || x.status == http.StatusNotImplemented || x.status == http.StatusNotFound && !o.gone
	if x.request.undocumented != "" && isMissing {
		return outcome{kind: NotOffered}
	}
	return o
}

// judgeStatus is the table of statuses (RFC 9110, section 15; RFC 6585, section 4; RFC
// 8470, section 5.2). A 4xx that is not in the table is a refusal. The service may have
// acted before it sends a redirect, unless the redirect asks to send the same request
// to another address.
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

// statusClientClosedRequest is sent by some gateways if the connection ends before the
// service responds.
const statusClientClosedRequest = 499

// isOwnWord reports whether a 404 or 410 with this body comes from the API itself, and
// not from a gateway in front of it. A body that is only a number is valid JSON, but a
// gateway sends it.
func isOwnWord(body []byte) bool {
	body = bytes.TrimSpace(body)
	return len(body) == 0 || bytes.ContainsAny(body[:1], `{["n`) && json.Valid(body)
}

// retryAfter parses a Retry-After header: a number of seconds or a date (RFC 9110,
// section 10.2.3).
func retryAfter(header http.Header, now time.Time) (wait time.Duration, ok bool) {
	value := header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	date, err := http.ParseTime(value)
	return max(date.Sub(now), 0), err == nil
}
