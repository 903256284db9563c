// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

// These are the places where TLS can end (interface section 2.3, TLS termination rule 1).
const (
	terminateAtEdge     = "edge"
	terminateAtUpstream = "upstream"
)

// defaultMinVersion is the min_version of an edge that terminates TLS, if the
// request does not set min_version.
const defaultMinVersion = "1.2"

// readModule reads an optional module of a TLS edge. It returns nil if the
// module is unset.
func readModule[M any](edge *objectReader, name string, read func(*objectReader) *M) *M {
	module := edge.object(name)
	if module == nil {
		return nil
	}
	return read(module)
}

// addModule adds a module of a TLS edge under the given name. With UnsetEmpty,
// a nil module appears as a disabled module whose other members are unset.
func addModule[M shown](v *view, name string, module *M) {
	if module != nil {
		v.add(name, v.inner(*module))
		return
	}
	var unset M
	v.addUnset(name, v.inner(unset))
}

// EdgeBackend is the module that sets the backend of a TLS edge.
type EdgeBackend struct {
	Enabled   bool
	BackendID string
}

func readEdgeBackend(body *objectReader) *EdgeBackend {
	return &EdgeBackend{Enabled: body.boolean("enabled", true), BackendID: body.requiredText("backend_id")}
}

func (m EdgeBackend) show(v *view) {
	v.add("enabled", m.Enabled)
	if m.BackendID == "" {
		v.addUnset("backend", nil)
		return
	}
	v.add("backend", v.ref("backends", m.BackendID))
}

// EdgeIPRestriction is the module that checks source addresses.
type EdgeIPRestriction struct {
	Enabled     bool
	IPPolicyIDs []string
}

func readEdgeIPRestriction(body *objectReader) *EdgeIPRestriction {
	return &EdgeIPRestriction{Enabled: body.boolean("enabled", true), IPPolicyIDs: body.requiredTexts("ip_policy_ids")}
}

func (m EdgeIPRestriction) show(v *view) {
	v.add("enabled", m.Enabled)
	v.addRefs("ip_policies", m.IPPolicyIDs)
}

// EdgeMutualTLS is the module that validates client certificates.
type EdgeMutualTLS struct {
	Enabled                 bool
	CertificateAuthorityIDs []string
}

func readEdgeMutualTLS(body *objectReader) *EdgeMutualTLS {
	return &EdgeMutualTLS{Enabled: body.boolean("enabled", true), CertificateAuthorityIDs: body.requiredTexts("certificate_authority_ids")}
}

func (m EdgeMutualTLS) show(v *view) {
	v.add("enabled", m.Enabled)
	v.addRefs("certificate_authorities", m.CertificateAuthorityIDs)
}

// EdgeTLSTermination is the module that sets where TLS ends.
type EdgeTLSTermination struct {
	Enabled     bool
	TerminateAt string // edge or upstream
	MinVersion  string // "" means unset
}

func readEdgeTLSTermination(body *objectReader) *EdgeTLSTermination {
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

func (m EdgeTLSTermination) show(v *view) {
	v.add("enabled", m.Enabled)
	v.addText("terminate_at", m.TerminateAt)
	v.addText("min_version", m.MinVersion)
}

// EdgeTrafficPolicy is the module that contains a traffic policy.
type EdgeTrafficPolicy struct {
	Enabled bool
	Value   string
}

func readEdgeTrafficPolicy(body *objectReader) *EdgeTrafficPolicy {
	return &EdgeTrafficPolicy{Enabled: body.boolean("enabled", true), Value: body.requiredText("value")}
}

func (m EdgeTrafficPolicy) show(v *view) {
	v.add("enabled", m.Enabled)
	v.addText("value", m.Value)
}

// refuseBlindModules checks an edge whose TLS ends upstream. It rejects the enabled
// modules that need decrypted traffic. The API documentation forbids most modules for
// such an edge but does not name them (interface section 2.3, rule 2). This project
// counts mutual_tls and traffic_policy among them.
func refuseBlindModules(body *objectReader, edge TLSEdge) {
	const rule = "must not be enabled when tls_termination.terminate_at is upstream: it needs the edge to see the decrypted traffic"
	upstream := edge.TLSTermination != nil && edge.TLSTermination.TerminateAt == terminateAtUpstream
	if upstream && edge.MutualTLS != nil && edge.MutualTLS.Enabled {
		body.refuse("mutual_tls", rule)
	}
	if upstream && edge.TrafficPolicy != nil && edge.TrafficPolicy.Enabled {
		body.refuse("traffic_policy", rule)
	}
}
