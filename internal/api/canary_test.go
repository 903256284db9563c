// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflogtest"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/gate"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/redact/redacttest"
)

// quotingService answers every request with the same status, header and body.
type quotingService struct {
	status int
	header http.Header
	body   string
}

func (s quotingService) RoundTrip(req *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: s.status, Header: s.header.Clone(), Body: io.NopCloser(strings.NewReader(s.body)), Request: req,
	}, nil
}

// placesFor are the places in which a service may quote text.
func placesFor(text string) map[string]quotingService {
	encoded, _ := json.Marshal(text)
	body := func(format string) string { return fmt.Sprintf(format, encoded) }
	inHeader := strings.NewReplacer("\r", " ", "\n", " ").Replace(text)
	escaped := url.PathEscape(text)
	return map[string]quotingService{
		"message":        {400, nil, body(`{"title":"bad","detail":%s}`)},
		"field":          {422, nil, body(`{"errors":[{"pointer":"/provider","detail":%s}]}`)},
		"pointer":        {422, nil, body(`{"errors":[{"pointer":%s,"detail":"bad"}]}`)},
		"name of member": {422, nil, body(`{"errors":{%s:["bad"]}}`)},
		"code":           {400, nil, body(`{"msg":"bad","code":%s}`)},
		"request id":     {400, nil, body(`{"msg":"bad","meta":{"request_id":%s}}`)},
		"its header":     {400, http.Header{"X-Request-Id": {inHeader}}, `{"msg":"bad"}`},
		"unknown member": {400, nil, body(`{"unheard":[{"of":%s}]}`)},
		"text":           {400, nil, text},
		"page":           {502, nil, "<html><title>bad</title><b>" + text + "</b>"},
		"200 in text":    {200, nil, text},
		"another id":     {200, nil, body(`{"id":%s}`)},
		"redirect":       {307, http.Header{"Location": {"https://192.0.2.1/" + escaped}}, ""},
		"bad redirect":   {307, http.Header{"Location": {"https://[" + inHeader}}, ""},
		"own redirect":   {307, http.Header{"Location": {"https://api.example.com/" + escaped}}, ""},
		"next page":      {200, nil, body(`{"backends":[{"id":"x"}],"next_page_uri":%s}`)},
		"path of page":   {200, nil, `{"backends":[{"id":"x"}],"next_page_uri":"/` + escaped + `"}`},
	}
}

// No error and no log entry shows a secret that the service quotes, wherever and in
// whatever form.
func TestSecrets_anyFormInAnyPlace(t *testing.T) {
	t.Parallel()
	const token, header, cookie, secret, former = "canary-token-4711", "canary header 4712", "canary-cookie-4713", "canary\"secret<4714>", "canary-former-4715"
	client, err := New(Config{
		BaseURL: &url.URL{Scheme: "https", Host: "api.example.com"}, RequestTimeout: time.Minute,
		Token: token, Headers: map[string]string{"X-Key": header, "Cookie": "theme=dark; id=" + cookie},
	})
	if err != nil {
		t.Fatal(err)
	}
	module := OAuthModule{Provider: OAuthProvider{"idp_1": {ClientID: "app", ClientSecret: secret}}}
	for _, quoted := range []string{token, header, cookie, secret, former} {
		for form, text := range redacttest.Renderings(quoted) {
			for place, service := range placesFor(text) {
				client.http.HTTPClient.Transport = &attemptTransport{next: service, timeout: time.Minute, gate: gate.New(gate.Config{})}
				var said string
				if quoted == secret || quoted == former {
					said = operate(t, client, module, secret, former)
				} else {
					said = operate(t, client, OAuthModule{})
				}
				if shared := redacttest.Shares(quoted, said); shared != "" {
					t.Errorf("%q as %s in %s: %q is in %s", quoted, form, place, shared, said)
				}
			}
		}
	}
}

// operate sends module and returns the errors and the log. If module has no
// identity provider, and so no secrets, it runs other operations too.
func operate(t *testing.T, client *Client, module OAuthModule, secrets ...string) string {
	t.Helper()
	var said bytes.Buffer
	ctx := tflogtest.RootLogger(t.Context(), &said)
	if _, err := client.ReplaceRouteOAuth(ctx, "e", "r", module, secrets...); err != nil {
		fmt.Fprintln(&said, err)
	}
	if !strings.Contains(said.String(), "API request answered") {
		t.Errorf("no answer is logged: %s", said.String())
	}
	if len(module.Provider) > 0 {
		return said.String()
	}
	if _, err := client.GetTLSEdge(ctx, "x"); err != nil {
		fmt.Fprintln(&said, err)
	}
	for _, err := range client.FailoverBackends().All(ctx) {
		if err != nil {
			fmt.Fprintln(&said, err)
		}
	}
	return said.String()
}
