// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import "slices"

// The places where TLS ends (interface section 2.3, TLS termination rule 1).
const (
	terminateAtEdge     = "edge"
	terminateAtUpstream = "upstream"
)

// defaultMinVersion is picked when the edge terminates TLS and no version is asked for.
const defaultMinVersion = "1.2"

// edgeModule is what every optional module of a TLS edge can do; besides it
// has a function that reads it from a create body, nil for an unset one. A
// nil module shows itself disabled and with everything unset.
type edgeModule interface {
	unset() bool
	show(v *view)
}

// addModule adds a module under its name.
func (v *view) addModule(name string, module edgeModule) {
	inner := v.inner()
	module.show(inner)
	if module.unset() {
		v.addUnset(name, inner.members)
		return
	}
	v.add(name, inner.members)
}

// EdgeBackend is the module that names the backend of a TLS edge.
type EdgeBackend struct {
	Enabled   bool
	BackendID string
}

func readEdgeBackend(body *objectReader) *EdgeBackend {
	if body == nil {
		return nil
	}
	return &EdgeBackend{Enabled: body.boolean("enabled", true), BackendID: body.requiredText("backend_id")}
}

func (m *EdgeBackend) clone() *EdgeBackend { return copied(m) }
func (m *EdgeBackend) unset() bool         { return m == nil }

func (m *EdgeBackend) show(v *view) {
	shown := orZero(m)
	v.add("enabled", shown.Enabled)
	if shown.BackendID == "" {
		v.addUnset("backend", nil)
		return
	}
	v.add("backend", v.ref("backends", shown.BackendID))
}

// EdgeIPRestriction is the module that checks source addresses.
type EdgeIPRestriction struct {
	Enabled     bool
	IPPolicyIDs []string
}

func readEdgeIPRestriction(body *objectReader) *EdgeIPRestriction {
	if body == nil {
		return nil
	}
	return &EdgeIPRestriction{Enabled: body.boolean("enabled", true), IPPolicyIDs: body.requiredTexts("ip_policy_ids")}
}

func (m *EdgeIPRestriction) clone() *EdgeIPRestriction {
	m = copied(m)
	if m != nil {
		m.IPPolicyIDs = slices.Clone(m.IPPolicyIDs)
	}
	return m
}

func (m *EdgeIPRestriction) unset() bool { return m == nil }

func (m *EdgeIPRestriction) show(v *view) {
	shown := orZero(m)
	v.add("enabled", shown.Enabled)
	v.addRefs("ip_policies", shown.IPPolicyIDs)
}

// EdgeMutualTLS is the module that validates client certificates.
type EdgeMutualTLS struct {
	Enabled                 bool
	CertificateAuthorityIDs []string
}

func readEdgeMutualTLS(body *objectReader) *EdgeMutualTLS {
	if body == nil {
		return nil
	}
	return &EdgeMutualTLS{Enabled: body.boolean("enabled", true), CertificateAuthorityIDs: body.requiredTexts("certificate_authority_ids")}
}

func (m *EdgeMutualTLS) clone() *EdgeMutualTLS {
	m = copied(m)
	if m != nil {
		m.CertificateAuthorityIDs = slices.Clone(m.CertificateAuthorityIDs)
	}
	return m
}

func (m *EdgeMutualTLS) unset() bool { return m == nil }

func (m *EdgeMutualTLS) show(v *view) {
	shown := orZero(m)
	v.add("enabled", shown.Enabled)
	v.addRefs("certificate_authorities", shown.CertificateAuthorityIDs)
}

// EdgeTLSTermination is the module that says where TLS ends.
type EdgeTLSTermination struct {
	Enabled     bool
	TerminateAt string // edge or upstream
	MinVersion  string // "" is unset
}

func readEdgeTLSTermination(body *objectReader) *EdgeTLSTermination {
	if body == nil {
		return nil
	}
	m := &EdgeTLSTermination{Enabled: body.boolean("enabled", true), TerminateAt: body.requiredText("terminate_at")}
	given := body.given("min_version")
	if given {
		m.MinVersion = body.requiredText("min_version")
	}
	switch {
	case m.TerminateAt == terminateAtUpstream && given:
		body.refuse("min_version", "has no use when TLS is terminated upstream, and must be left out or null")
	case m.TerminateAt == terminateAtEdge && !given:
		m.MinVersion = defaultMinVersion
	case m.TerminateAt != "" && m.TerminateAt != terminateAtEdge && m.TerminateAt != terminateAtUpstream:
		body.refuse("terminate_at", "must be edge or upstream")
	}
	return m
}

func (m *EdgeTLSTermination) clone() *EdgeTLSTermination { return copied(m) }
func (m *EdgeTLSTermination) unset() bool                { return m == nil }

func (m *EdgeTLSTermination) show(v *view) {
	shown := orZero(m)
	v.add("enabled", shown.Enabled)
	v.addText("terminate_at", shown.TerminateAt)
	v.addText("min_version", shown.MinVersion)
}

// EdgeTrafficPolicy is the module that holds a traffic policy.
type EdgeTrafficPolicy struct {
	Enabled bool
	Value   string
}

func readEdgeTrafficPolicy(body *objectReader) *EdgeTrafficPolicy {
	if body == nil {
		return nil
	}
	return &EdgeTrafficPolicy{Enabled: body.boolean("enabled", true), Value: body.requiredText("value")}
}

func (m *EdgeTrafficPolicy) clone() *EdgeTrafficPolicy { return copied(m) }
func (m *EdgeTrafficPolicy) unset() bool               { return m == nil }

func (m *EdgeTrafficPolicy) show(v *view) {
	shown := orZero(m)
	v.add("enabled", shown.Enabled)
	v.addText("value", shown.Value)
}

// copied returns a pointer to a shallow copy, nil for nil.
func copied[T any](m *T) *T {
	if m == nil {
		return nil
	}
	return new(*m)
}

func orZero[T any](m *T) T {
	var zero T
	if m == nil {
		return zero
	}
	return *m
}
