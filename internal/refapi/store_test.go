// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"reflect"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// What the store takes and gives are copies, and what a test changes in it shows.

func TestStore_failoverBackends(t *testing.T) {
	t.Parallel()
	api := refapi.New(refapi.Options{})
	children := []string{"a", "b"}
	added := api.AddFailoverBackend(refapi.FailoverBackend{Backends: children})
	want := refapi.FailoverBackend{ID: added.ID, CreatedAt: added.CreatedAt, Description: "drifted", Backends: []string{"a", "b"}}
	children[0], added.Backends[1] = "written into", "written into"
	var kept *refapi.FailoverBackend
	changed := api.ChangeFailoverBackend(added.ID, func(b *refapi.FailoverBackend) { b.ID, b.Description, kept = "other", "drifted", b })
	kept.Backends[1] = "written into"
	api.FailoverBackends()[0].Backends[0] = "written into"
	if got := api.FailoverBackends(); added.ID == "" || added.CreatedAt == "" || !changed || !reflect.DeepEqual(got, []refapi.FailoverBackend{want}) {
		t.Errorf("stored %+v (changed: %t), want %+v", got, changed, want)
	}
	if api.ChangeFailoverBackend("none", func(*refapi.FailoverBackend) { t.Error("called for nothing") }) {
		t.Error("changed what is not there")
	}
	if !api.RemoveFailoverBackend(added.ID) || api.RemoveFailoverBackend(added.ID) || len(api.FailoverBackends()) > 0 {
		t.Error("removing tells wrongly what was there")
	}
}
