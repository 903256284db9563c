// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"context"
	"fmt"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/statecheck"
)

// Check is a state check that inspects the server instead of the state. A test can also call
// it outside a test step.
type Check func() error

// CheckState runs the function.
func (c Check) CheckState(_ context.Context, _ statecheck.CheckStateRequest, resp *statecheck.CheckStateResponse) {
	resp.Error = c()
}

// ExpectRequests returns a check that the server has received exactly these requests,
// in this order, since the last check of requests. Each request is a method and a path,
// such as "GET /backends/failover/*". "*" matches one path segment.
func (s *Server) ExpectRequests(expected ...string) Check { return s.expect(expected, "") }

// ExpectWrites is like ExpectRequests, but ignores GET requests.
func (s *Server) ExpectWrites(expected ...string) Check { return s.expect(expected, http.MethodGet) }

func (s *Server) expect(expected []string, ignored string) Check {
	return func() error {
		var sent []string
		for _, request := range s.Requests() {
			if request.Method != ignored {
				sent = append(sent, request.Method+" "+request.Path)
			}
		}
		s.ResetRequests()
		matches := func(pattern, request string) bool {
			matched, _ := path.Match(pattern, request) // no test has a malformed pattern
			return matched
		}
		if !slices.EqualFunc(expected, sent, matches) {
			return fmt.Errorf("expected the requests\n  %s\ngot\n  %s", strings.Join(expected, "\n  "), strings.Join(sent, "\n  "))
		}
		return nil
	}
}

// Message returns a regular expression for diagnostics that contain these words in this
// order. Line breaks of the CLI do not matter.
func Message(words ...string) *regexp.Regexp {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = strings.ReplaceAll(regexp.QuoteMeta(word), " ", `\s+(?:│\s+)?`)
	}
	return regexp.MustCompile("(?s)" + strings.Join(quoted, ".*"))
}

// NoError ends the test if an error is not nil.
func NoError(tb testing.TB, errs ...error) {
	tb.Helper()
	for _, err := range errs {
		if err != nil {
			tb.Fatal(err)
		}
	}
}

// Must returns a function that returns value, or ends the test if err is not nil.
func Must[T any](value T, err error) func(testing.TB) T {
	return func(tb testing.TB) T {
		tb.Helper()
		NoError(tb, err)
		return value
	}
}
