// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"bufio"
	"context"
	"io"
	"maps"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// The attributes of the provider block take effect in requests. Missing
// attributes have defaults.
func TestBlock_inEffect(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		block         map[string]any
		authorization string
		attempts      int
		says          string
	}{
		"nothing":        {nil, "", 6, "No credentials were sent"},
		"an API key":     {headers(map[string]any{"X-Api-Key": "k3y"}), "", 6, "refuses the credentials"},
		"a token":        {map[string]any{"api_token": "t0ken"}, "Bearer t0ken", 6, "api_token"},
		"an empty token": {map[string]any{"api_token": "", "headers": map[string]any{"authorization": "Basic dTpw"}}, "Basic dTpw", 6, "refuses the credentials"},
		"another scheme": {headers(map[string]any{"Authorization": "Basic dTpw"}), "Basic dTpw", 6, "refuses the credentials"},
		"one retry":      {map[string]any{"max_retries": 1}, "", 2, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			api := acctest.Start(t, refapi.Options{})
			response := &refapi.Fault{Status: http.StatusInternalServerError}
			api.Intercept(func(refapi.Request) *refapi.Fault { return response })
			block := map[string]any{"base_url": api.URL, "max_retry_wait": "1ms"}
			maps.Copy(block, test.block)
			provider := serve(t)
			if shown := provider.configure(t, block, true); len(shown) > 0 {
				t.Fatal(shown)
			}
			started := time.Now()
			if shown, _ := provider.list(t, true); shown.Err() == nil || !strings.Contains(shown.String(), "500 Internal Server Error") {
				t.Errorf("got %s", shown)
			}
			if took := time.Since(started); took > 10*time.Second {
				t.Errorf("waits of 1 ms lasted %s", took)
			}
			requests := api.Requests()
			header := requests[0].Header
			if header.Get("Authorization") != test.authorization || header.Get("User-Agent") != "Terraform/1.14.2 terraform-provider-trafficedge/test" ||
				len(requests) != test.attempts {
				t.Errorf("sent %d requests, want %d, with %v", len(requests), test.attempts, header)
			}
			response = &refapi.Fault{Status: http.StatusUnauthorized}
			if shown, _ := provider.list(t, true); !strings.Contains(shown.String(), test.says) {
				t.Errorf("expected %q in %s", test.says, shown)
			}
			response = nil
			if shown, deferred := provider.list(t, true); len(shown) > 0 || deferred != nil {
				t.Errorf("deferred %v: %s", deferred, shown)
			}
		})
	}
}

// The attributes requests_per_minute and request_timeout take effect.
func TestBlock_pace(t *testing.T) {
	t.Parallel()
	api := acctest.Start(t, refapi.Options{})
	limited, hasty := serve(t), serve(t)
	limited.configure(t, map[string]any{"base_url": api.URL, "requests_per_minute": 600}, true)
	hasty.configure(t, map[string]any{"base_url": api.URL, "request_timeout": "20ms", "max_retries": 0}, true)
	started := time.Now()
	for range 3 {
		if shown, _ := limited.list(t, true); len(shown) > 0 {
			t.Error(shown)
		}
	}
	if took := time.Since(started); took < 150*time.Millisecond {
		t.Errorf("three requests of ten per second took %s", took)
	}
	api.Intercept(func(refapi.Request) *refapi.Fault { return &refapi.Fault{Delay: time.Second} })
	if shown, _ := hasty.list(t, true); shown.Err() == nil {
		t.Error("expected a request to time out")
	}
}

// The environment replaces null attributes. ConfigureProvider rejects values that the
// validation could not check, because they were unknown or came from the environment.
//
// This test is not parallel, because it changes the environment of the whole process.
func TestBlock_environment(t *testing.T) {
	const variable, refused = "environment variable TRAFFICEDGE_BASE_URL", ": remove the user name and password. Use a token"
	api := acctest.Start(t, refapi.Options{})
	for name, test := range map[string]struct {
		url, token    string // in the environment
		block         map[string]any
		authorization string
		at, says      string // of the error, if any
	}{
		"nothing set":  {api.URL, "env-token", nil, "Bearer env-token", "", ""},
		"base_url set": {anywhere, "env-token", baseURL(api.URL), "Bearer env-token", "", ""},
		"empty token":  {api.URL, "env-token", map[string]any{"api_token": ""}, "", "", ""},
		"both empty":   {"", "", baseURL(api.URL), "", "", ""},
		"no base_url":  {"", "", nil, "", "base_url", variable},
		"base_url":     {"https://user:canary@api.example.com", "", nil, "", "base_url", variable + refused},
		"only a space": {api.URL, " ", nil, "", "api_token", "Invalid API token"},
		"token":        {api.URL, "canary\n", nil, "", "api_token", "Invalid API token"},
		"with Bearer":  {api.URL, "Bearer canary", nil, "", "api_token", "without `Bearer`"},
		"a line break": {api.URL + "/canary\n", "", nil, "", "base_url", variable + ": remove the white space around it"},
		"certificate":  {api.URL, "", map[string]any{"ca_certificate_pem": "none"}, "", "ca_certificate_pem", "Invalid CA certificate"},
		"two schemes":  {api.URL, "t", headers(map[string]any{"authorization": "v"}), "", "headers.authorization", "Conflicting authorization"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("TRAFFICEDGE_BASE_URL", test.url)
			t.Setenv("TRAFFICEDGE_API_TOKEN", test.token)
			configured := serve(t)
			shown := configured.configure(t, test.block, true)
			wantError(t, shown, test.at, test.says)
			if shown.Failed() {
				return
			}
			api.ResetRequests()
			shown, _ = configured.list(t, true)
			if requests := api.Requests(); len(shown) > 0 || requests[0].Header.Get("Authorization") != test.authorization {
				t.Errorf("sent %v: %s", requests, shown)
			}
		})
	}
}

// Automation appends its name to the User-Agent. A value that no header can contain fails no request.
//
// This test is not parallel, because it changes the environment of the whole process.
func TestBlock_userAgent(t *testing.T) { //nolint:paralleltest // t.Setenv
	const own = "Terraform/1.14.2 terraform-provider-trafficedge/test"
	api := acctest.Start(t, refapi.Options{})
	for appended, want := range map[string]string{
		"": own, " \n": own, "ci/7 (eu)": own + " ci/7 (eu)", " ci/7\r\nX-Canary: é\x7f\tb ": own + " ci/7 X-Canary: b",
	} {
		t.Setenv("TF_APPEND_USER_AGENT", appended)
		configured := serve(t)
		configured.configure(t, baseURL(api.URL), true)
		api.ResetRequests()
		shown, _ := configured.list(t, true)
		if requests := api.Requests(); len(requests) == 0 || requests[0].Header.Get("User-Agent") != want {
			t.Errorf("%q: sent %v: %s", appended, requests, shown)
		}
	}
}

// The defaults for time take effect. The time is that of a fake clock, and no request leaves the process.
//
// This test is not parallel, because it replaces Go's default transport.
func TestBlock_defaults(t *testing.T) { //nolint:paralleltest // see above
	for name, test := range map[string]struct {
		respond string // "" for no response
		block   map[string]any
		took    time.Duration
	}{
		"request_timeout": {"", map[string]any{"max_retries": 0}, 30 * time.Second},
		"max_retry_wait":  {"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 3600\r\nContent-Length: 0\r\n\r\n", map[string]any{"max_retries": 1}, time.Minute},
	} {
		synctest.Test(t, func(t *testing.T) {
			replaced, original := &http.Transport{}, http.DefaultTransport
			replaced.DialContext = func(context.Context, string, string) (net.Conn, error) {
				client, service := net.Pipe()
				go func() {
					for requests := bufio.NewReader(service); ; {
						if _, err := http.ReadRequest(requests); err != nil {
							return
						}
						_, _ = io.WriteString(service, test.respond)
					}
				}()
				return client, nil
			}
			http.DefaultTransport = replaced
			defer func() { http.DefaultTransport = original }()
			provider := serve(t)
			maps.Copy(test.block, baseURL("http://127.0.0.1:1"))
			shown, began := provider.configure(t, test.block, true), time.Now()
			if len(shown) > 0 {
				t.Fatal(shown)
			}
			shown, _ = provider.list(t, true)
			if took := time.Since(began); shown.Err() == nil || took != test.took {
				t.Errorf("%s: took %s, %s", name, took, shown)
			}
			time.Sleep(time.Minute) // Until then, the client has closed its idle connections.
		})
	}
}

// The pages name the same defaults as the tests above.
func TestBlock_defaultsAreDescribed(t *testing.T) {
	t.Parallel()
	for _, attribute := range serve(t).Schemas.Provider.Block.Attributes {
		want, hasDefault := map[string]string{"request_timeout": "`30s`", "max_retries": "`5`", "max_retry_wait": "`60s`"}[attribute.Name]
		if hasDefault && !strings.Contains(attribute.Description, "Defaults to "+want) {
			t.Errorf("%s: %s", attribute.Name, attribute.Description)
		}
	}
}
