// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"crypto/tls"
	"errors"
	"net/http"
	"testing"
	"time"
)

// Each test case contains the result of a request, the expected outcome of a PUT, and
// the expected retry of a POST.
func TestJudge(t *testing.T) {
	t.Parallel()
	const no, maybe, yes = false, true, true
	const never, soon, paused = false, true, true
	later := http.Header{"Retry-After": {"7"}}
	broken := errors.New("connection reset")
	for name, test := range map[string]struct {
		x         attempt
		want      outcome
		postRetry bool
	}{
		"not connected":        {attempt{err: broken}, outcome{acted: no, retry: soon, kind: Unreachable}, soon},
		"no response":          {attempt{sent: true, err: broken}, outcome{acted: maybe, retry: soon, kind: Unreachable}, never},
		"broke off":            {attempt{sent: true, status: 201, err: broken}, outcome{acted: maybe, retry: soon, kind: Unreachable}, never},
		"a refusal broke off":  {attempt{sent: true, status: 404, err: broken}, outcome{acted: maybe, retry: soon, kind: Unreachable}, never},
		"too large":            {attempt{sent: true, status: 200, err: ErrResponseTooLarge}, outcome{acted: maybe, kind: Unreachable}, never},
		"canceled":             {attempt{err: context.Canceled}, outcome{kind: Unreachable}, never},
		"certificate":          {attempt{err: &tls.CertificateVerificationError{Err: broken}}, outcome{kind: Unreachable}, never},
		"303, not followed":    {attempt{sent: true, status: 303, err: ErrRedirect}, outcome{acted: maybe, kind: Refused}, never},
		"307, not followed":    {attempt{sent: true, status: 307, err: ErrRedirect}, outcome{acted: no, kind: Refused}, never},
		"101":                  {respond(101, nil, ""), outcome{acted: maybe, retry: soon, kind: Failed}, never},
		"200":                  {respond(200, nil, ""), outcome{acted: yes, kind: Succeeded}, never},
		"204":                  {respond(204, nil, ""), outcome{acted: yes, kind: Succeeded}, never},
		"300":                  {respond(300, nil, ""), outcome{acted: maybe, kind: Refused}, never},
		"307 to nowhere":       {respond(307, nil, ""), outcome{kind: Refused}, never},
		"308 to nowhere":       {respond(308, nil, ""), outcome{kind: Refused}, never},
		"400":                  {respond(400, nil, ""), outcome{kind: Refused}, never},
		"401":                  {respond(401, nil, ""), outcome{kind: Unauthorized}, never},
		"403":                  {respond(403, nil, ""), outcome{kind: Forbidden}, never},
		"404":                  {respond(404, nil, ""), outcome{kind: NotFound, gone: true}, never},
		"404, a problem":       {respond(404, nil, ` {"title":"Not Found"}`), outcome{kind: NotFound, gone: true}, never},
		"404, a text":          {respond(404, nil, "404 page not found"), outcome{kind: NotFound}, never},
		"404, a number":        {respond(404, nil, "404"), outcome{kind: NotFound}, never},
		"404, a page":          {respond(404, nil, "<html>nginx</html>"), outcome{kind: NotFound}, never},
		"404, half a problem":  {respond(404, nil, `{"title":"Not`), outcome{kind: NotFound}, never},
		"405":                  {respond(405, nil, ""), outcome{kind: Refused}, never},
		"408":                  {respond(408, nil, ""), outcome{acted: maybe, retry: soon, kind: Failed}, never},
		"409":                  {respond(409, nil, ""), outcome{kind: Conflict}, never},
		"410":                  {respond(410, nil, ""), outcome{kind: NotFound, gone: true}, never},
		"422":                  {respond(422, nil, ""), outcome{kind: Refused}, never},
		"425":                  {respond(425, nil, ""), outcome{retry: soon, kind: Refused}, never},
		"429":                  {respond(429, nil, ""), outcome{retry: soon, pauses: true, kind: Limited}, paused},
		"429 with Retry-After": {respond(429, later, "slow down"), outcome{retry: soon, pauses: true, pause: 7 * time.Second, kind: Limited}, paused},
		"499":                  {respond(499, nil, ""), outcome{acted: maybe, kind: Failed}, never},
		"500":                  {respond(500, later, ""), outcome{acted: maybe, retry: soon, kind: Failed}, never},
		"501":                  {respond(501, nil, ""), outcome{acted: maybe, retry: soon, kind: Failed}, never},
		"503":                  {respond(503, nil, "{}"), outcome{acted: maybe, retry: soon, kind: Failed}, never},
		"503, of the API":      {respond(503, later, "{}"), outcome{acted: maybe, retry: soon, pauses: true, pause: 7 * time.Second, kind: Failed}, never},
		"503, a number":        {respond(503, later, "503"), outcome{acted: maybe, retry: soon, pauses: true, pause: 7 * time.Second, kind: Failed}, never},
		"503, empty":           {respond(503, later, " \n"), outcome{acted: maybe, retry: soon, pauses: true, pause: 7 * time.Second, kind: Failed}, never},
		"503, of a gateway":    {respond(503, later, "<p>"), outcome{acted: maybe, retry: soon, pauses: true, pause: 7 * time.Second, kind: Failed}, never},
		"504":                  {respond(504, nil, ""), outcome{acted: maybe, retry: soon, kind: Failed}, never},
	} {
		test.x.request.method = http.MethodPut
		if got := judge(&test.x); got != test.want {
			t.Errorf("%s: a PUT means %+v, want %+v", name, got, test.want)
		}
		test.x.request.method = http.MethodPost
		if got := judge(&test.x); got.acted != test.want.acted || got.retry != test.postRetry {
			t.Errorf("%s: a POST means %+v", name, got)
		}
		test.x.request.method = http.MethodGet
		if got := judge(&test.x); got.acted != no || got.retry != test.want.retry || got.gone != test.want.gone {
			t.Errorf("%s: a GET means %+v", name, got)
		}
	}
}

func respond(status int, header http.Header, body string) attempt {
	return attempt{sent: true, status: status, header: header, body: []byte(body)}
}

// Only an undocumented operation can have the outcome NotSupported.
func TestJudge_notFound(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		method       string
		undocumented UndocumentedOperation
		status       int
		body         string
		want         outcome
	}{
		"an update":                {http.MethodPatch, "", 404, "", outcome{kind: NotFound, gone: true}},
		"a deletion":               {http.MethodDelete, "", 410, "{}", outcome{kind: NotFound, gone: true}},
		"a route":                  {http.MethodPut, "", 404, "{}", outcome{kind: NotFound, gone: true}},
		"a gateway":                {http.MethodPatch, "", 404, "no route", outcome{kind: NotFound}},
		"supported, object gone":   {http.MethodDelete, DeleteTLSEdge, 404, "{}", outcome{kind: NotFound, gone: true}},
		"not supported, a gateway": {http.MethodDelete, DeleteTLSEdge, 404, "no route", outcome{kind: NotSupported}},
		"not supported, 405":       {http.MethodPatch, UpdateTLSEdge, 405, "{}", outcome{kind: NotSupported}},
		"not supported, 501":       {http.MethodGet, ListTLSEdges, 501, "", outcome{kind: NotSupported}},
	} {
		x := respond(test.status, nil, test.body)
		x.request = request{method: test.method, undocumented: test.undocumented}
		if got := judge(&x); got != test.want {
			t.Errorf("%s: got %+v, want %+v", name, got, test.want)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for value, want := range map[string]struct {
		wait time.Duration
		ok   bool
	}{
		"7":                             {7 * time.Second, true},
		"0":                             {0, true},
		"Fri, 02 Jan 2026 03:04:35 GMT": {30 * time.Second, true},
		"Fri, 02 Jan 2026 03:04:00 GMT": {0, true},
		"-1":                            {},
		"1.5":                           {},
		"99999999999999999999":          {},
		"soon":                          {},
		"":                              {},
	} {
		wait, ok := retryAfter(http.Header{"Retry-After": {value}}, now)
		if wait != want.wait || ok != want.ok {
			t.Errorf("%q: got %s, %t, want %s, %t", value, wait, ok, want.wait, want.ok)
		}
	}
}
