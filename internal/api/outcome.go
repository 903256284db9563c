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

// ErrorClass groups failed requests. The user needs the same advice for all failures of one
// kind.
type ErrorClass int

// The kinds of failed requests.
const (
	NotSent         ErrorClass = iota // the provider did not send the request
	Failed                            // the service failed, or a gateway in front of the service failed
	Unreachable                       // no complete response was received
	Unauthorized                      // the service refuses the credentials
	Forbidden                         // the account is not allowed to use the operation
	NotFound                          // the service or a gateway does not find the address
	Conflict                          // another change is in progress
	Limited                           // a rate limit refuses the request
	NotSupported                      // the service lacks the undocumented operation
	Refused                           // any other refusal, such as refused values or a redirect
	Succeeded                         // a success status; never the kind of an [Error]
	UnusableSuccess                   // a success status with an unusable response; never the kind of an outcome
)

// outcome classifies the result of one attempt to send a request.
type outcome struct {
	acted  bool          // whether the service may have acted on the request
	retry  bool          // whether the client may send the request again
	pauses bool          // the client sends no request at all until a pause ends
	pause  time.Duration // the pause that the service asks for
	gone   bool          // the API itself responded that the object does not exist
	class  ErrorClass
}

// classify classifies the result of one attempt to send a request. A request other
// than POST is safe to repeat, so the client may send the request again. The client
// repeats a POST only in two cases: the failed attempt did not send the POST, or
// the service refused the POST with status 429. After a 503, the service may have
// acted, whatever the response says. A conflict with a DELETE may end soon: the
// object that refers to this object may have just been deleted.
func classify(x *attempt) outcome {
	o := classifyResponse(x)
	// A 401 counts even with an incomplete body: the service would refuse a retry too.
	if x.err != nil && !errors.Is(x.err, ErrRedirect) && x.status != http.StatusUnauthorized {
		o = classifyFailure(x)
	}
	o.retry = o.retry || o.class == Conflict && x.request.method == http.MethodDelete
	if x.request.method == http.MethodPost && x.sent && o.class != Limited {
		o.retry = false
	}
	if x.request.method == http.MethodGet {
		o.acted = false
	}
	return o
}

// classifyFailure classifies an attempt without a complete response.
func classifyFailure(x *attempt) outcome {
	o := outcome{class: Unreachable, retry: true, acted: x.sent}
	_, isCertificate := errors.AsType[*tls.CertificateVerificationError](x.err)
	if isCertificate || errors.Is(x.err, ErrResponseTooLarge) || errors.Is(x.err, context.Canceled) {
		o.retry = false
	}
	return o
}

// classifyResponse classifies a complete response. It also classifies a redirect that the
// client did not follow.
func classifyResponse(x *attempt) outcome {
	o := classifyStatus(x.status)
	asked, asksForPause := retryAfter(x.header, x.served)
	switch {
	case x.status == http.StatusTooManyRequests, x.status == http.StatusServiceUnavailable && asksForPause:
		o.pauses, o.pause = true, asked
	case x.status == http.StatusNotFound, x.status == http.StatusGone:
		o.gone = isWrittenByAPI(x.body) && x.request.undocumented != ListTLSEdges // The list of TLS edges always exists.
	}
	// A server that lacks an operation responds 405, 501, or a 404 that does not
	// report a missing object.
	isMissing := x.status == http.StatusMethodNotAllowed || x.status == http.StatusNotImplemented || x.status == http.StatusNotFound && !o.gone
	if x.request.undocumented != "" && isMissing {
		return outcome{class: NotSupported}
	}
	return o
}

// classifyStatus classifies a status (RFC 9110, section 15; RFC 6585, section 4; RFC 8470,
// section 5.2). A 4xx status that is not in the map is a refusal. The service may have
// acted before it sends a redirect. The exceptions are 307 and 308, which ask the client
// to send the same request to another address.
func classifyStatus(status int) outcome {
	named := map[int]outcome{
		http.StatusTemporaryRedirect: {class: Refused},
		http.StatusPermanentRedirect: {class: Refused},
		http.StatusUnauthorized:      {class: Unauthorized},
		http.StatusForbidden:         {class: Forbidden},
		http.StatusNotFound:          {class: NotFound},
		http.StatusGone:              {class: NotFound},
		http.StatusConflict:          {class: Conflict},
		http.StatusLocked:            {class: Refused, retry: true},
		http.StatusTooEarly:          {class: Refused, retry: true},
		http.StatusTooManyRequests:   {class: Limited, retry: true},
		http.StatusRequestTimeout:    {class: Failed, acted: true, retry: true},
		// Some gateways send 499 if the connection ended before the service responded.
		499: {class: Failed, acted: true},
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

// isWrittenByAPI reports whether a response with this body comes from
// the API itself, and not from a gateway in front of the API. An empty
// body or a JSON document counts as written by the API. The bare value
// 404 or false is valid JSON, but counts as written by a gateway.
func isWrittenByAPI(body []byte) bool {
	body = bytes.TrimSpace(body)
	return len(body) == 0 || bytes.ContainsAny(body[:1], `{["n`) && json.Valid(body)
}

// retryAfter parses a Retry-After header, which contains a number of seconds or a date
// (RFC 9110, section 10.2.3).
func retryAfter(header http.Header, now time.Time) (wait time.Duration, ok bool) {
	value := header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	date, err := http.ParseTime(value)
	return max(date.Sub(now), 0), err == nil
}
