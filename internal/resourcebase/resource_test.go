// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package resourcebase_test

import (
	"context"
	"errors"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/resourcebase"
)

// privateData implements private state in memory.
type privateData map[string][]byte

func (d privateData) GetKey(_ context.Context, key string) ([]byte, diag.Diagnostics) {
	return d[key], nil
}

func (d privateData) SetKey(_ context.Context, key string, value []byte) diag.Diagnostics {
	d[key] = value
	return nil
}

func TestKey(t *testing.T) {
	t.Parallel()
	private := privateData{"damaged": []byte(`["a",1]`)}
	var stored diag.Diagnostics
	resourcebase.Key[[]string]("names").Store(t.Context(), private, []string{"a"}, &stored)
	if stored.HasError() {
		t.Fatal(stored)
	}
	for key, want := range map[resourcebase.Key[[]string]]int{"names": 1, "absent": 0, "damaged": 0} {
		if names := key.Load(t.Context(), private); len(names) != want {
			t.Errorf("%s: got %v", key, names)
		}
	}
}

// The base URL is stored only if it is known, and if another one is stored, whatever the
// form of the stored address.
func TestNoteBaseURL(t *testing.T) {
	t.Parallel()
	const baseURL resourcebase.Key[string] = "base_url"
	const here, inAnotherForm, there = "https://api.example.com", "https://API.example.com:443", "https://former.example.com"
	for _, test := range []struct{ stored, present, want string }{
		{"", here, here},
		{here, here, here},
		{inAnotherForm, here, inAnotherForm},
		{there, here, here},
		{"", "", ""},
		{there, "", there},
	} {
		client := api.NewUnusable(errors.New("base_url is unknown"), nil)
		if test.present != "" {
			base, err := api.ParseBaseURL(test.present, false)
			if err == nil {
				client, err = api.New(api.Config{BaseURL: base})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		var diags diag.Diagnostics
		private := privateData{}
		if test.stored != "" {
			baseURL.Store(t.Context(), private, test.stored, &diags)
		}
		(&resourcebase.Resource{API: client}).NoteBaseURL(t.Context(), private, &diags)
		if got := baseURL.Load(t.Context(), private); got != test.want || test.want == "" && len(private) > 0 || diags.HasError() {
			t.Errorf("%q at %q: stores %q, %v", test.stored, test.present, got, diags)
		}
	}
}
