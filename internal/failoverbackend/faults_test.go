// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// impatient returns a configuration whose provider gives up soon.
func impatient(server *acctest.Server, maxRetries int, body string) string {
	return fmt.Sprintf("provider \"trafficedge\" {\n  base_url = %q\n  max_retries = %d\n  max_retry_wait = \"10ms\"\n"+
		"  request_timeout = \"2s\"\n}\n\n%s", server.URL, maxRetries, body)
}

func on(method string, fault refapi.Fault) refapi.Hook {
	return func(r refapi.Request) *refapi.Fault {
		if r.Method != method {
			return nil
		}
		return &fault
	}
}

// once lets only the first matching request meet the fault.
func once(hook refapi.Hook) refapi.Hook {
	struck := make(chan struct{}, 1)
	return func(r refapi.Request) *refapi.Fault {
		fault := hook(r)
		if fault == nil {
			return nil
		}
		select {
		case struck <- struct{}{}:
			return fault
		default:
			return nil
		}
	}
}

func TestAccResource_createRefused(t *testing.T) {
	t.Parallel()
	htmlPage := http.Header{"Content-Type": {"text/html"}}
	for name, test := range map[string]struct {
		fault refapi.Fault
		want  *regexp.Regexp
		posts int
	}{
		"401": {refapi.Fault{Status: 401, Body: `{"title":"Unauthorized","detail":"token expired"}`},
			acctest.Message("Could not create failover backend", "token expired", "401 Unauthorized", "api_token"), 1},
		"403": {refapi.Fault{Status: 403, Body: `{"error":"forbidden","message":"read-only token"}`},
			acctest.Message("Could not create failover backend", "read-only token", "403 Forbidden"), 1},
		"404": {refapi.Fault{Status: 404, Body: `{"msg":"no such path"}`},
			acctest.Message("Could not create failover backend", "no such path", "404 Not Found", "base_url"), 1},
		"409": {refapi.Fault{Status: 409, Body: `{"error_code":"ERR_7","msg":"quota reached"}`},
			acctest.Message("Could not create failover backend", "quota reached", "409 Conflict, code ERR_7"), 1},
		"422 on an element": {refapi.Fault{Status: 422, Body: `{"detail":"bad","errors":[{"pointer":"/backends/1","detail":"no such backend"}]}`},
			acctest.Message("Could not create failover backend", "backends = [", "no such backend"), 1},
		"503 with Retry-After": {refapi.Fault{Status: 503, Header: http.Header{"Retry-After": {"0"}}, Body: `{"detail":"busy"}`},
			acctest.Message("Could not create failover backend", "503 Service Unavailable at attempt 3"), 3},
		"HTML": {refapi.Fault{Status: 403, Header: htmlPage, Body: `<html><style>x{}</style><h1>Blocked</h1><p>by the proxy &amp; co</p></html>`},
			acctest.Message("Could not create failover backend", "Blocked by the proxy & co", "base_url"), 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{})
			server.Intercept(on(http.MethodPost, test.fault))
			resource.Test(t, resource.TestCase{
				ProtoV6ProviderFactories: acctest.Factories(),
				CheckDestroy:             server.CheckNoFailoverBackend,
				Steps: []resource.TestStep{{
					Config:      impatient(server, 2, backendConfig(minimal)),
					ExpectError: test.want,
				}},
			})
			expected := strings.Split(strings.Repeat(create+"\n", test.posts), "\n")[:test.posts]
			if err := server.ExpectWritesNow(expected...); err != nil {
				t.Error(err)
			}
		})
	}
}

// After a creation of unknown outcome the error names every candidate, with the
// block that imports it. Nothing is sent again.
func TestAccResource_creationUnknown(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	config := impatient(server, 2, backendConfig(minimal))
	server.Intercept(once(on(http.MethodPost, refapi.Fault{Drop: true, AfterActing: true})))
	cli := acctest.BuildProvider(t).NewCLI(t)
	cli.Configure(t, config)
	output, err := cli.Run(t, "apply", "-auto-approve")
	if err == nil {
		t.Fatal("expected an error")
	}
	backends := server.FailoverBackends()
	if err := server.ExpectWritesNow(create); err != nil || len(backends) != 1 {
		t.Fatalf("the service holds %v, %v\n%s", backends, err, output)
	}
	block := regexp.MustCompile(`import \{[^}]*\}`).FindString(strings.NewReplacer("│", "", "NAME", "test").Replace(output))
	if !strings.Contains(block, backends[0].ID) {
		t.Fatalf("expected an import block for %s in\n%s", backends[0].ID, output)
	}
	cli.Configure(t, config+block)
	cli.MustRun(t, "apply", "-auto-approve")
	cli.MustRun(t, "plan", "-detailed-exitcode")
	if err := server.ExpectWritesNow(); err != nil {
		t.Error(err)
	}
}

// What the error about a creation says beside the candidates fits on a screen.
func TestCreate_unknownIsShort(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	server.Intercept(on(http.MethodPost, refapi.Fault{Drop: true}))
	provider, err := protocoltest.New(t.Context(), map[string]tftypes.Value{
		"base_url": protocoltest.String(server.URL), "max_retry_wait": protocoltest.String("1ms"),
	})
	if err != nil {
		t.Fatal(err)
	}
	instance := provider.NewInstance(typeName)
	plan, _, err := provider.Plan(t.Context(), instance, provider.Config(typeName, map[string]any{"backends": []string{"bkd_a"}}))
	if err != nil {
		t.Fatal(err)
	}
	said, err := provider.Apply(t.Context(), instance, plan)
	if err != nil || said.Err() == nil || len(said.Long()) > 0 {
		t.Errorf("got %v, %v", said, err)
	}
}

func TestAccResource_createdButNotFound(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault refapi.Fault
		want  []string
		made  int
	}{
		"no answer":  {refapi.Fault{Drop: true, AfterActing: true}, []string{"trafficedge_failover_backends", "in the Troubleshooting guide"}, 1},
		"half of it": {refapi.Fault{Truncate: true, Keep: refapi.KeepID, AfterActing: true}, []string{"which the answer names", "to = trafficedge_failover_backend.NAME"}, 1},
		"a redirect": {refapi.Fault{Status: http.StatusFound, Header: http.Header{"Location": {"failover/bkd_7"}}},
			[]string{`Failover backend "bkd_7", which the answer names`, `id = "bkd_7"`}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{})
			server.Intercept(func(r refapi.Request) *refapi.Fault {
				if r.Method == http.MethodPost {
					return &test.fault
				}
				return &refapi.Fault{Status: 403, Body: `{"detail":"no listing for you"}`}
			})
			resource.Test(t, resource.TestCase{
				ProtoV6ProviderFactories: acctest.Factories(),
				Steps: []resource.TestStep{{
					Config: impatient(server, 0, backendConfig(minimal)),
					ExpectError: acctest.Message(append([]string{"Could not tell whether a failover backend was created", "could not be searched to its end",
						"no listing for you"}, test.want...)...),
				}},
			})
			if made := server.FailoverBackends(); len(made) != test.made {
				t.Errorf("expected %d objects, got %+v", test.made, made)
			}
		})
	}
}

// A failure after creation never takes the object out of state, whatever failed
// before it.
func TestAccResource_failuresKeepState(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	config := impatient(server, 1, backendConfig(full))
	steps := []resource.TestStep{{Config: impatient(server, 1, backendConfig(minimal))}}
	for _, test := range []struct {
		method string
		fault  refapi.Fault
		want   *regexp.Regexp
	}{
		{http.MethodGet, refapi.Fault{Status: 500}, acctest.Message("Could not read failover backend", "500 Internal Server Error at attempt 2")},
		{http.MethodGet, refapi.Fault{Status: 403}, acctest.Message("Could not read failover backend", "403 Forbidden")},
		{http.MethodGet, refapi.Fault{Status: 404, Body: "<html>nothing here</html>"}, acctest.Message("Could not read failover backend", "nothing here", "base_url")},
		{http.MethodGet, refapi.Fault{Status: 200, Body: "<html>sign in</html>"}, acctest.Message("Could not read failover backend", "sign in", "base_url")},
		{http.MethodGet, refapi.Fault{Truncate: true}, acctest.Message("Could not read failover backend", "broke off")},
		{http.MethodGet, refapi.Fault{Status: 200}, acctest.Message("Could not read failover backend", "answer is empty")},
		{http.MethodGet, refapi.Fault{Status: 200, Body: `{"id":"another"}`}, acctest.Message("Could not read failover backend", "describes another object")},
		{http.MethodGet, refapi.Fault{Status: 200, Body: `{"id":7}`}, acctest.Message("Could not read failover backend", "number where another type was expected")},
		{http.MethodPatch, refapi.Fault{Status: 422, Body: `{"errors":[{"pointer":"/description","detail":"too rude"}]}`}, acctest.Message("Could not update failover backend", "description", "too rude")},
		{http.MethodPatch, refapi.Fault{Drop: true}, acctest.Message("Could not update failover backend", "at attempt 2")},
		// This comes last, because the service has the update afterwards.
		{http.MethodPatch, refapi.Fault{Status: 502, Body: "<html>oops</html>", AfterActing: true}, acctest.Message("Could not update failover backend", "oops")},
	} {
		steps = append(steps, resource.TestStep{
			PreConfig:   func() { server.Intercept(on(test.method, test.fault)) },
			Config:      config,
			ExpectError: test.want,
		})
	}
	steps = append(steps, resource.TestStep{
		PreConfig: func() { server.Intercept(nil) },
		Config:    config,
		ConfigPlanChecks: resource.ConfigPlanChecks{
			PostApplyPostRefresh: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
		},
		ConfigStateChecks: []statecheck.StateCheck{
			expectAttribute("description", knownvalue.StringExact("primary, then standby")),
		},
	})
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		CheckDestroy:             server.CheckNoFailoverBackend,
		Steps:                    steps,
	})
	creations := 0
	for _, request := range server.Requests() {
		if request.Method == http.MethodPost {
			creations++
		}
	}
	if creations != 1 {
		t.Errorf("the failures made Terraform create %d objects, expected one", creations)
	}
}

// Requests that are safe to repeat are repeated until they succeed.
func TestAccResource_retries(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	strikes := map[string]int{}
	hook := make(chan struct{}, 1)
	server.Intercept(func(r refapi.Request) *refapi.Fault {
		hook <- struct{}{}
		defer func() { <-hook }()
		strikes[r.Method]++
		switch {
		case strikes[r.Method] > 2:
			return nil
		case r.Method == http.MethodGet:
			return &refapi.Fault{Status: 502}
		case r.Method == http.MethodDelete:
			// The store acts, so that the repeated request is answered 404.
			return &refapi.Fault{Drop: true, AfterActing: true}
		}
		return &refapi.Fault{Status: 429, Header: http.Header{"Retry-After": {"0"}}}
	})
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		CheckDestroy:             server.CheckNoFailoverBackend,
		Steps: []resource.TestStep{
			{
				Config:            impatient(server, 2, backendConfig(minimal)),
				ConfigStateChecks: []statecheck.StateCheck{server.ExpectWrites(create, create, create)},
			},
			{
				Config:            impatient(server, 2, backendConfig(full)),
				ConfigStateChecks: []statecheck.StateCheck{server.ExpectWrites(update, update, update)},
			},
		},
	})
	if err := server.ExpectWritesNow(remove, remove, remove); err != nil {
		t.Error(err)
	}
}
