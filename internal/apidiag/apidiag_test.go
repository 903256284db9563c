package apidiag_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
)

func testSchema() schema.Schema {
	return schema.Schema{Attributes: map[string]schema.Attribute{
		"description": schema.StringAttribute{Optional: true},
		"backends":    schema.ListAttribute{Optional: true, ElementType: types.StringType},
		"module": schema.SingleNestedAttribute{Optional: true, Attributes: map[string]schema.Attribute{
			"ids": schema.SetAttribute{Optional: true, ElementType: types.StringType},
		}},
	}}
}

func TestFromError_fieldsLandOnTheirAttributes(t *testing.T) {
	t.Parallel()
	for pointer, want := range map[string]path.Path{
		"/description":    path.Root("description"),
		"/backends/1":     path.Root("backends").AtListIndex(1),
		"/backends/x":     path.Root("backends"),
		"/module":         path.Root("module"),
		"/module/ids/3":   path.Root("module").AtName("ids"),
		"/module/unheard": path.Root("module"),
		"/unheard":        path.Empty(),
		"/":               path.Empty(),
		"":                path.Empty(),
	} {
		err := &api.Error{
			Operation: "create thing", Method: "POST", URL: "/things", Status: 422, RequestID: "r1",
			Fields: []api.FieldError{{Pointer: pointer, Message: "is wrong"}},
		}
		diags := apidiag.FromError(t.Context(), testSchema(), err)
		if len(diags) != 1 {
			t.Errorf("%q: got %v", pointer, diags)
			continue
		}
		got := path.Empty()
		if withPath, ok := diags[0].(diag.DiagnosticWithPath); ok {
			got = withPath.Path()
		}
		if !got.Equal(want) {
			t.Errorf("%q: got %s, want %s", pointer, got, want)
		}
		for _, words := range []string{"is wrong", "POST /things answered 422", "request id r1"} {
			if !strings.Contains(diags[0].Detail(), words) {
				t.Errorf("%q: the detail lacks %q: %s", pointer, words, diags[0].Detail())
			}
		}
	}
}

func TestFromError_saysWhatToDoNext(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		err  error
		want []string
	}{
		"401":        {&api.Error{Status: 401}, []string{"api_token"}},
		"403":        {&api.Error{Status: 403}, []string{"api_token"}},
		"404":        {&api.Error{Status: 404}, []string{"ids"}},
		"409":        {&api.Error{Status: 409}, []string{"terraform plan"}},
		"429":        {&api.Error{Status: 429, Attempts: 6}, []string{"requests_per_minute", "at attempt 6"}},
		"500":        {&api.Error{Status: 500, Code: "c7"}, []string{"Try again later", "code c7"}},
		"HTML":       {&api.Error{Status: 404, Err: api.ErrNotJSON}, []string{"in front of it"}},
		"no answer":  {&api.Error{Err: errors.New("no route to host")}, []string{"No route to host.", "base_url", "got no complete answer"}},
		"unknown":    {&api.Error{Status: 502, OutcomeUnknown: true}, []string{"may have acted"}},
		"unanswered": {&api.Error{Status: 201, Err: errors.New("it broke off")}, []string{"answered 201 Created", "It broke off."}},
		"any error":  {fmt.Errorf("read thing: %w", errors.New("not configured")), []string{"not configured."}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if failure, ok := errors.AsType[*api.Error](test.err); ok {
				failure.Operation = "read thing"
			}
			diags := apidiag.FromError(t.Context(), nil, test.err)
			if len(diags) != 1 || diags[0].Summary() != "Could not read thing" {
				t.Fatalf("got %v", diags)
			}
			for _, words := range test.want {
				if !strings.Contains(diags[0].Detail(), words) {
					t.Errorf("the detail lacks %q: %s", words, diags[0].Detail())
				}
			}
		})
	}
}
