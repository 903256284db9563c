package api_test

import (
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// Another object must not pass for an empty page: what a creation of unknown
// outcome has made would not be found on it.
func TestFailoverBackends_isAPage(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		body string
		want string
	}{
		"empty page":      {`{"backends":[],"uri":"/backends/failover","next_page_uri":null}`, ""},
		"list left out":   {`{"uri":"/backends/failover"}`, ""},
		"list alone":      {`{"backends":[]}`, ""},
		"another object":  {`{"status":"ok"}`, "neither backends nor uri"},
		"nothing in it":   {`{}`, "neither backends nor uri"},
		"null everywhere": {`{"backends":null,"uri":null,"next_page_uri":null}`, "neither backends nor uri"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(test.body)) })
			var failure error
			for _, err := range s.client(t, nil).FailoverBackends(t.Context()) {
				failure = err
			}
			if test.want == "" && failure != nil {
				t.Errorf("got %v", failure)
			}
			if test.want != "" {
				wantError(t, failure, test.want)
			}
		})
	}
}

// A request that nobody waited for to the end may act later than it is looked
// for.
func TestMayActYet(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		handler http.HandlerFunc
		want    bool
	}{
		"500":     {status(http.StatusInternalServerError, ""), false},
		"504":     {status(http.StatusGatewayTimeout, ""), true},
		"refused": {status(http.StatusBadRequest, ""), false},
		"closed":  {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, false},
		"timeout": {func(_ http.ResponseWriter, r *http.Request) {
			// Only then the server notices that the client is gone.
			_, _ = io.Copy(io.Discard, r.Body)
			<-r.Context().Done()
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := serve(t, test.handler).client(t, func(config *api.Config) {
				if name == "timeout" {
					config.RequestTimeout = 200 * time.Millisecond
				}
			})
			_, err := client.CreateFailoverBackend(t.Context(), api.FailoverBackendSettings{})
			if err == nil || api.MayActYet(err) != test.want {
				t.Errorf("got %v", err)
			}
		})
	}
}
