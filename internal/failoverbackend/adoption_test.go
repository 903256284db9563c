package failoverbackend_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// An adoption is never silent: it says which object it took, and whether the
// request may make another one yet.
func TestResource_adoptionWarns(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault  refapi.Fault
		mayAct bool
	}{
		"the answer was lost":      {refapi.Fault{Drop: true, AfterActing: true}, false},
		"somebody stopped to wait": {refapi.Fault{Status: http.StatusGatewayTimeout, AfterActing: true}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{})
			server.Intercept(once(on(http.MethodPost, test.fault)))
			provider, err := server.Protocol(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			instance := provider.NewInstance("trafficedge_failover_backend")
			config := provider.Config(instance.TypeName, map[string]any{"backends": []string{"bkd_a"}})
			plan, diagnostics, err := provider.Plan(t.Context(), instance, config)
			if plan == nil {
				t.Fatal(diagnostics, err)
			}
			diagnostics, err = provider.Apply(t.Context(), instance, plan)
			if err != nil || diagnostics.Err() != nil {
				t.Fatal(diagnostics, err)
			}
			said := diagnostics.String()
			if id := server.FailoverBackends()[0].ID; instance.Text("id") != id || !strings.Contains(said, `WARNING: Adopted failover backend "`+id+`"`) {
				t.Errorf("state holds %q and the provider says %q, expected it to name %q", instance.Text("id"), said, id)
			}
			if got := strings.Contains(said, "Should another one with these settings appear"); got != test.mayAct {
				t.Errorf("got %q, expected it to speak of another one: %t", said, test.mayAct)
			}
		})
	}
}
