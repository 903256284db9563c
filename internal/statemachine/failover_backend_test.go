// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"slices"

	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const failoverBackend = "trafficedge_failover_backend"

type failoverBackendKind struct{}

func (failoverBackendKind) typeName() string { return failoverBackend }

func (failoverBackendKind) draw(t *rapid.T) arguments {
	return arguments{
		"backends":    drawIDs("bkd").Draw(t, "backends"),
		"description": drawText().Draw(t, "description"),
		"metadata":    drawMetadata().Draw(t, "metadata"),
	}
}

func (k failoverBackendKind) vary(t *rapid.T, has arguments) arguments {
	name := rapid.SampledFrom([]string{"reorder", "description", "metadata", "backends"}).Draw(t, "change")
	if name == "reorder" {
		backends, _ := has["backends"].([]string)
		backends = slices.Clone(backends)
		slices.Reverse(backends)
		return has.with("backends", backends)
	}
	return has.with(name, k.draw(t)[name])
}

func (failoverBackendKind) stored(s *service, instance *protocoltest.Instance) (map[string]any, bool) {
	all := s.FailoverBackends()
	i := slices.IndexFunc(all, func(one refapi.FailoverBackend) bool { return one.ID == instance.Text("id") })
	if i < 0 {
		return nil, false
	}
	backend := all[i]
	return significant(map[string]any{
		"id":          backend.ID,
		"uri":         s.url() + "/backends/failover/" + backend.ID,
		"created_at":  backend.CreatedAt,
		"description": backend.Description,
		"metadata":    meaning(backend.Metadata),
		"backends":    backend.Backends,
	}), true
}

func (failoverBackendKind) shown(instance *protocoltest.Instance, _ arguments) map[string]any {
	shown := protocoltest.PlainObject(instance.State)
	shown["metadata"] = meaning(shown["metadata"])
	return significant(shown)
}

func (failoverBackendKind) change(t *rapid.T, s *service, instance *protocoltest.Instance) {
	description, _ := drawText().Draw(t, "description").(string)
	backends := drawIDs("bkd").Draw(t, "backends")
	s.ChangeFailoverBackend(instance.Text("id"), func(b *refapi.FailoverBackend) {
		b.Description, b.Backends = description, backends
	})
}

func (failoverBackendKind) remove(s *service, instance *protocoltest.Instance) bool {
	s.RemoveFailoverBackend(instance.Text("id"))
	return true
}
