package provider

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Not parallel: the environment belongs to the whole process.
func TestModel_environmentStandsInForEachAttribute(t *testing.T) {
	for name, test := range map[string]struct {
		config, want model
	}{
		"nothing configured": {
			config: model{},
			want:   model{BaseURL: types.StringValue("https://env.example.com"), APIToken: types.StringValue("env-token")},
		},
		"one configured": {
			config: model{BaseURL: types.StringValue("https://block.example.com")},
			want:   model{BaseURL: types.StringValue("https://block.example.com"), APIToken: types.StringValue("env-token")},
		},
		"configured as empty": {
			config: model{BaseURL: types.StringValue("https://block.example.com"), APIToken: types.StringValue("")},
			want:   model{BaseURL: types.StringValue("https://block.example.com"), APIToken: types.StringValue("")},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(EnvBaseURL, "https://env.example.com")
			t.Setenv(EnvAPIToken, "env-token")
			got := test.config.withEnvironment()
			if !got.BaseURL.Equal(test.want.BaseURL) || !got.APIToken.Equal(test.want.APIToken) {
				t.Errorf("got %v", got)
			}
		})
	}
}

func TestUserAgent(t *testing.T) {
	t.Parallel()
	if got, want := userAgent("1.14.2", "0.3.0"), "Terraform/1.14.2 terraform-provider-trafficedge/0.3.0"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
