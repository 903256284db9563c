// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"testing"
	"time"
)

// Each test case contains the result of a request, the expected outcome of a PUT, and
// the expected retry of a POST. Only an undocumented operation can be not supported.
func TestClassify(t *testing.T) {
	t.Parallel()
	const no, maybe, yes = false, true, true
	const never, soon, paused = false, true, true
	const wait = 7 * time.Second
	later := http.Header{"Retry-After": {"7"}}
	failed, pausing := outcome{acted: maybe, retry: soon, class: Failed}, outcome{acted: maybe, retry: soon, pauses: true, class: Failed}
	after := func(value string) attempt {
		return attempt{sent: true, status: 503, header: http.Header{"Retry-After": {value}}, served: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	}
	broken := errors.New("connection reset")
	for name, test := range map[string]struct {
		x         attempt
		want      outcome
		postRetry bool
	}{
		"not connected":        {attempt{err: broken}, outcome{acted: no, retry: soon, class: Unreachable}, soon},
		"unknown host":         {attempt{err: &net.DNSError{IsNotFound: true}}, outcome{acted: no, retry: soon, class: Unreachable}, soon},
		"no name server":       {attempt{err: &net.DNSError{IsTimeout: true}}, outcome{acted: no, retry: soon, class: Unreachable}, soon},
		"no response":          {attempt{sent: true, err: broken}, outcome{acted: maybe, retry: soon, class: Unreachable}, never},
		"broke off":            {attempt{sent: true, status: 201, err: broken}, outcome{acted: maybe, retry: soon, class: Unreachable}, never},
		"a refusal broke off":  {attempt{sent: true, status: 404, err: broken}, outcome{acted: maybe, retry: soon, class: Unreachable}, never},
		"a 401 broke off":      {attempt{sent: true, status: 401, err: broken}, outcome{class: Unauthorized}, never},
		"too large":            {attempt{sent: true, status: 200, err: errTooLarge}, outcome{acted: maybe, class: Unreachable}, never},
		"canceled":             {attempt{err: context.Canceled}, outcome{class: Unreachable}, never},
		"certificate":          {attempt{err: &tls.CertificateVerificationError{Err: broken}}, outcome{class: Unreachable}, never},
		"client certificate":   {attempt{err: ErrHandshakeRefused}, outcome{class: Unreachable}, never},
		"303, not followed":    {attempt{sent: true, status: 303, err: ErrRedirect}, outcome{acted: maybe, class: Refused}, never},
		"307, not followed":    {attempt{sent: true, status: 307, err: ErrRedirect}, outcome{acted: no, class: Refused}, never},
		"101":                  {received(101, nil, ""), outcome{acted: maybe, retry: soon, class: Failed}, never},
		"200":                  {received(200, nil, ""), outcome{acted: yes, class: Succeeded}, never},
		"300":                  {received(300, nil, ""), outcome{acted: maybe, class: Refused}, never},
		"307 to nowhere":       {received(307, nil, ""), outcome{class: Refused}, never},
		"308 to nowhere":       {received(308, nil, ""), outcome{class: Refused}, never},
		"400":                  {received(400, nil, ""), outcome{class: Refused}, never},
		"401":                  {received(401, nil, ""), outcome{class: Unauthorized}, never},
		"403":                  {received(403, nil, ""), outcome{class: Forbidden}, never},
		"404":                  {received(404, nil, ""), outcome{class: NotFound, gone: true}, never},
		"404, a problem":       {received(404, nil, ` {"title":"Not Found"}`), outcome{class: NotFound, gone: true}, never},
		"404, repeated names":  {received(404, nil, `{"title":1,"title":"Not Found"}`), outcome{class: NotFound, gone: true}, never},
		"404, not UTF-8":       {received(404, nil, "{\"title\":\"\xff\"}"), outcome{class: NotFound, gone: true}, never},
		"404, a number":        {received(404, nil, "404"), outcome{class: NotFound}, never},
		"404, a page":          {received(404, nil, "<html>nginx</html>"), outcome{class: NotFound}, never},
		"404, half a problem":  {received(404, nil, `{"title":"Not`), outcome{class: NotFound}, never},
		"405":                  {received(405, nil, ""), outcome{class: Refused}, never},
		"408":                  {received(408, nil, ""), outcome{acted: maybe, retry: soon, class: Failed}, never},
		"409":                  {received(409, nil, ""), outcome{class: Conflict}, never},
		"423":                  {received(423, nil, ""), outcome{retry: soon, class: Locked}, soon},
		"410":                  {received(410, nil, ""), outcome{class: NotFound, gone: true}, never},
		"425":                  {received(425, nil, ""), outcome{retry: soon, class: Locked}, soon},
		"429":                  {received(429, nil, ""), outcome{retry: soon, pauses: true, class: Limited}, paused},
		"429 with Retry-After": {received(429, later, "slow down"), outcome{retry: soon, pauses: true, pause: wait, class: Limited}, paused},
		"499":                  {received(499, nil, ""), outcome{acted: maybe, class: Failed}, never},
		"500":                  {received(500, later, ""), outcome{acted: maybe, retry: soon, class: Failed}, never},
		"501":                  {received(501, nil, ""), outcome{acted: maybe, class: Failed}, never},
		"503":                  {received(503, nil, "{}"), outcome{acted: maybe, retry: soon, class: Failed}, never},
		"503 with Retry-After": {received(503, later, "<p>"), outcome{acted: maybe, retry: soon, pauses: true, pause: wait, class: Failed}, never},
		"503 until a date":     {after("Fri, 02 Jan 2026 03:04:12 GMT"), outcome{acted: maybe, retry: soon, pauses: true, pause: wait, class: Failed}, never},
		"503, a past date":     {after("Fri, 02 Jan 2026 03:04:00 GMT"), pausing, never},
		"503, no wait":         {after("0"), pausing, never},
		"503, a negative wait": {after("-1"), failed, never},
		"503, a fraction":      {after("1.5"), failed, never},
		"503, a large number":  {after("99999999999999999999"), failed, never},
		"503, a word":          {after("soon"), failed, never},

		"supported, object gone":   {undocumentedResponse(DeleteTLSEdge, 404, "{}"), outcome{class: NotFound, gone: true}, never},
		"not supported, a gateway": {undocumentedResponse(DeleteTLSEdge, 404, "no route"), outcome{class: NotSupported}, never},
		"not supported, a list":    {undocumentedResponse(ListTLSEdges, 404, "{}"), outcome{class: NotSupported}, never},
		"a page, not found":        {page(404), outcome{class: NotFound}, never},
		"a page, gone":             {page(410), outcome{class: NotFound}, never},
		"not supported, 405":       {undocumentedResponse(UpdateTLSEdge, 405, "{}"), outcome{class: NotSupported}, never},
		"not supported, 501":       {undocumentedResponse(ListTLSEdges, 501, ""), outcome{class: NotSupported}, never},
	} {
		test.want.isOutage = test.want.retry && (test.want.class == Failed || test.want.class == Unreachable) && name != "unknown host"
		test.x.request.method = http.MethodPut
		if got := classify(&test.x); got != test.want {
			t.Errorf("%s: a PUT means %+v, want %+v", name, got, test.want)
		}
		test.x.request.method = http.MethodPost
		if got := classify(&test.x); got.acted != test.want.acted || got.retry != test.postRetry || got.isOutage != test.want.isOutage {
			t.Errorf("%s: a POST means %+v", name, got)
		}
		test.x.request.method = http.MethodGet
		if got := classify(&test.x); got.acted != no || got.retry != test.want.retry || got.gone != test.want.gone {
			t.Errorf("%s: a GET means %+v", name, got)
		}
		test.x.request.method = http.MethodDelete
		if got := classify(&test.x); got.retry != (test.want.retry || test.want.class == Conflict) {
			t.Errorf("%s: a DELETE means %+v", name, got)
		}
	}
}

func received(status int, header http.Header, body string) attempt {
	return attempt{sent: true, status: status, header: header, body: []byte(body)}
}

func page(status int) attempt {
	x := received(status, nil, "{}")
	x.request.isPage = true
	return x
}

func undocumentedResponse(operation UndocumentedOperation, status int, body string) attempt {
	x := received(status, nil, body)
	x.request.undocumented, x.request.isPage = operation, operation == ListTLSEdges
	return x
}
