// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acctest_test

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// checkedToken needs escapes in the configuration of curl.
const checkedToken = `checked-"\token`

// checked is a service that examples/check-service.sh checks.
type checked struct {
	service http.HandlerFunc
	env     string // one more variable
	route   string // an argument
	prints  string // a part of the first line

	// The verdicts without and with -writes have a character for each operation, in the provider's order: + offered,
	// - not offered, ? cannot tell.
	reads, writes string
}

// always returns a service with one response to everything.
func always(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("Location", "/login")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// reference returns a reference API with five failover backends, an edge and an OAuth module.
func reference(options refapi.Options) *refapi.API {
	service := refapi.New(options)
	for range 5 {
		service.AddFailoverBackend(refapi.FailoverBackend{Description: `{"uri": [`})
	}
	service.AddTLSEdge(refapi.TLSEdge{})
	service.SetRouteOAuth("hed_a", "rte_a", refapi.OAuthModule{Enabled: true})
	return service
}

// instead returns a service that responds to requests of one kind, a pattern, otherwise.
func instead(service http.Handler, kind string, other http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if regexp.MustCompile("^(" + kind + ")$").MatchString(r.Method + " " + r.URL.Path) {
			other(w, r)
			return
		}
		service.ServeHTTP(w, r)
	}
}

func checkedServices() map[string]checked {
	const found, json, html = "has the interface", "application/json", "text/html"
	const page, lost = "<!doctype html>\n<p>\x1b[31mred\x1b[0m", `{"error":"no such thing"}`
	all, none := reference(refapi.Options{Undocumented: true}), reference(refapi.Options{PageSize: 1})
	notFound := always(http.StatusNotFound, json, lost)
	outage, forbidden := always(http.StatusBadGateway, html, page), always(http.StatusForbidden, json, lost)
	otherPage := always(http.StatusOK, json, `{"items":[],"uri":"u"}`)
	silent := instead(all, "OPTIONS .*", notFound)
	headers := func(service http.Handler) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("X-Tenant") != `a "b\` || r.Header.Get("X-Second") != "c" {
				forbidden(w, r)
				return
			}
			service.ServeHTTP(w, r)
		}
	}
	allowed := func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Allow", "GET, PATCH, DELETE") }
	return map[string]checked{
		"undocumented": {
			service: reference(refapi.Options{Token: checkedToken, Undocumented: true}).ServeHTTP, prints: found, reads: "+++++", writes: "+++++",
		},
		"documented":  {service: none.ServeHTTP, prints: found, reads: "-----", writes: "-----"},
		"wrong token": {service: reference(refapi.Options{Token: "other"}).ServeHTTP, prints: "refuses the credentials (status 401)"},
		"no token": {
			service: reference(refapi.Options{Token: "other"}).ServeHTTP, env: "TRAFFICEDGE_API_TOKEN=",
			prints: "wants credentials (status 401)",
		},
		"headers":    {service: headers(outage), env: "HEADERS=X-Tenant: a \"b\\\nX-Second: c", prints: "not available (status 502)"},
		"no headers": {service: headers(outage), prints: "refuses the credentials (status 403)"},
		"JSON 404":   {service: notFound, prints: "returns 404 for every path"},
		"HTML 404":   {service: always(http.StatusNotFound, html, page), prints: "returns 404 for every path"},
		"other API": {
			service: instead(always(http.StatusOK, json, "{}"), "GET /backends/failover", notFound),
			prints:  "GET /backends/failover returned 404",
		},
		"HTML":       {service: always(http.StatusOK, html, page), prints: "returns a web page"},
		"redirect":   {service: always(http.StatusFound, html, page), prints: "redirects (status 302)"},
		"other JSON": {service: always(http.StatusOK, json, `{"items":[{"backends":[],"uri":"u"}]}`), prints: "no page with the members"},
		"array":      {service: always(http.StatusOK, json, `[{"backends":[],"uri":"u"}]`), prints: "no page with the members"},
		"closed":     {service: func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, prints: "cannot be reached"},

		"no OPTIONS":  {service: silent, prints: found, reads: "???+?", writes: "+??+?"},
		"a route":     {service: silent, route: "hed_a/rte_a", prints: found, reads: "???++"},
		"every Allow": {service: instead(none, "OPTIONS .*", allowed), prints: found, reads: "???--"},
		"other forms": {
			service: instead(instead(silent, "GET /edges/https/.*", always(http.StatusOK, json, "null\n")), "GET /edges/tls", otherPage),
			prints:  found, reads: "???-+",
		},
		"objects everywhere": {
			service: instead(instead(silent, "GET .*/oauth", always(http.StatusOK, json, "null")), "GET /edges/tls/.*", otherPage),
			prints:  found, writes: "???+?",
		},
		"HTML elsewhere": {
			service: instead(silent, "[A-Z]+ /edges/x.*", always(http.StatusNotFound, html, page)), prints: found, writes: "+++++",
		},
		"outage elsewhere": {service: instead(silent, "[A-Z]+ /edges/x.*", outage), prints: found, writes: "???+?"},
		"reads only":       {service: instead(silent, "(PATCH|DELETE) .*", forbidden), prints: found, writes: "???+?"},
		"edges hidden":     {service: instead(silent, "GET /edges/.*", forbidden), prints: found, writes: "?????"},
	}
}

// The script tells whether a service has the interface, and what it offers, by GET and OPTIONS. With -writes, it sends
// writes only to ids that a GET did not find. Its arguments and its output have no secret, and no text of the service.
func TestExamples_checkService(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("the script needs curl")
	}
	for name, test := range checkedServices() {
		if !acctest.All() && name != "undocumented" {
			continue
		}
		for i, shell := range shells(t) {
			if i > 0 && (!acctest.All() || name != "no OPTIONS") {
				continue
			}
			t.Run(shell[0]+" "+name, func(t *testing.T) {
				t.Parallel()
				if test.reads != "" || test.writes == "" {
					test.check(t, shell, test.reads)
				}
				if test.writes != "" {
					test.check(t, shell, test.writes, "-writes")
				}
			})
		}
	}
}

// serve returns the address of the service. It reports a write, unless writes are allowed and a GET did not find the id,
// and a process whose arguments show the token.
func (c checked) serve(t *testing.T, writes bool) string {
	t.Helper()
	var mu sync.Mutex
	missing := map[string]bool{} // whether the last request to a path was a GET that returned 404
	listener := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		response := httptest.NewRecorder()
		c.service(response, r)
		mu.Lock()
		defer mu.Unlock()
		files := acctest.Must(filepath.Glob("/proc/[0-9]*/cmdline"))(t)
		isRead := r.Method == http.MethodGet || r.Method == http.MethodOptions
		if !isRead && (!writes || !missing[strings.TrimSuffix(r.URL.Path, "/ip_restriction")]) {
			t.Errorf("the script sends %s %s", r.Method, r.URL)
		}
		missing[r.URL.Path] = r.Method == http.MethodGet && response.Code == http.StatusNotFound
		if r.URL.Path != "/backends/failover" {
			files = nil // one look at all processes is enough
		}
		for _, file := range files {
			if arguments, _ := os.ReadFile(file); bytes.Contains(arguments, []byte(checkedToken)) {
				t.Errorf("a process shows the token: %q", arguments)
			}
		}
		maps.Copy(w.Header(), response.Header())
		w.WriteHeader(response.Code)
		_, _ = w.Write(response.Body.Bytes())
	}))
	t.Cleanup(listener.Close)
	return listener.URL
}

// check runs the script, and compares its output with the expected first line and verdicts.
func (c checked) check(t *testing.T, shell []string, verdicts string, args ...string) {
	t.Helper()
	temporary := t.TempDir()
	url := c.serve(t, len(args) > 0)
	env := []string{"TMPDIR=" + temporary, "TRAFFICEDGE_BASE_URL=" + url + "/", "TRAFFICEDGE_API_TOKEN=" + checkedToken, c.env}
	stdout, stderr, err := runExample(t, shell, env, t.TempDir(), "", "check-service.sh", append(args, strings.Fields(c.route)...)...)
	first, rest, _ := strings.Cut(stdout, "\n")
	want, offered := "", []string(nil)
	for i, verdict := range verdicts {
		name := string(api.UndocumentedOperations()[i])
		if verdict == '+' {
			offered = append(offered, strconv.Quote(name))
		}
		want += name + ": " + map[rune]string{'+': "offered", '-': "not offered", '?': "cannot tell"}[verdict] + "\n"
	}
	if verdicts != "" {
		want += "undocumented_operations = [" + strings.Join(offered, ", ") + "]\n"
	}
	got := regexp.MustCompile(`(?m) \([A-Za-z0-9 ,:.-]+\)$`).ReplaceAllString(rest, "") // the reasons
	if !strings.Contains(first, c.prints) || got != want || stderr != "" || (err == nil) != (verdicts != "") {
		t.Errorf("%q: the script ends with %v\n%s%s\nwant %s\n%s", args, err, stdout, stderr, c.prints, want)
	}
	if left := acctest.Must(os.ReadDir(temporary))(t); len(left) > 0 {
		t.Errorf("the script leaves %s", left)
	}
}

// Without an address or with a wrong argument, the script sends nothing. After an interrupt, it leaves no file.
func TestExamples_checkServiceFails(t *testing.T) {
	t.Parallel()
	for _, shell := range shells(t) {
		for name, arguments := range map[string][]string{
			"base_url": {"TRAFFICEDGE_BASE_URL=", ""}, "http": {"TRAFFICEDGE_BASE_URL=http://example.com", ""},
			"user": {"TRAFFICEDGE_BASE_URL=https://a:b@127.0.0.1:1", ""}, "token": {"TRAFFICEDGE_API_TOKEN=a\nb", ""},
			"flag": {"", "-write"}, "route": {"", "hed_a"}, "route id": {"", "hed_a/rte\na"},
		} {
			env := []string{"TRAFFICEDGE_BASE_URL=http://127.0.0.1:1", arguments[0]}
			_, stderr, err := runExample(t, shell, env, t.TempDir(), "", "check-service.sh", slices.DeleteFunc(arguments[1:], func(s string) bool { return s == "" })...)
			if fmt.Sprint(err) != "exit status 2" || stderr == "" {
				t.Errorf("%s: with a wrong %s, the script ends with %v\n%s", shell, name, err, stderr)
			}
		}
		temporary := t.TempDir()
		script := "curl() { kill -TERM $$; }\n" + readPage(t, "../../examples/check-service.sh")
		interrupted := exec.CommandContext(t.Context(), shell[0], append(shell[1:len(shell):len(shell)], "-c", script)...)
		interrupted.Env = append(os.Environ(), "TMPDIR="+temporary, "TRAFFICEDGE_BASE_URL=http://127.0.0.1:1")
		if err := interrupted.Run(); err == nil || len(acctest.Must(os.ReadDir(temporary))(t)) > 0 {
			t.Errorf("%s: after an interrupt, the script ends with %v, or leaves its files", shell, err)
		}
	}
}
