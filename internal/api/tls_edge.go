// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"cmp"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// TLSEdge is a TLS edge in a response (interface section 2.3). A response to a read may omit
// any member (section 4.2).
type TLSEdge struct {
	ID             string             `json:"id"`
	URI            Member[string]     `json:"uri"`
	CreatedAt      Member[string]     `json:"created_at"` // RFC 3339
	Description    Member[string]     `json:"description"`
	Metadata       Member[string]     `json:"metadata"`
	Hostports      Member[[]string]   `json:"hostports"` // in no particular order
	Backend        Member[EdgeModule] `json:"backend"`
	IPRestriction  Member[EdgeModule] `json:"ip_restriction"`
	MutualTLS      Member[EdgeModule] `json:"mutual_tls"`
	TLSTermination Member[EdgeModule] `json:"tls_termination"`
	TrafficPolicy  Member[EdgeModule] `json:"traffic_policy"`
}

// EdgeModule is a module in a response. Comments name the module that a member belongs to.
type EdgeModule struct {
	Enabled                Member[bool]   `json:"enabled"`
	Backend                Member[Ref]    `json:"backend"`                 // backend
	IPPolicies             Member[Refs]   `json:"ip_policies"`             // ip_restriction; in no particular order
	CertificateAuthorities Member[Refs]   `json:"certificate_authorities"` // mutual_tls; in no particular order
	TerminateAt            Member[string] `json:"terminate_at"`            // tls_termination
	MinVersion             Member[string] `json:"min_version"`             // tls_termination
	Value                  Member[string] `json:"value"`                   // traffic_policy
}

func (e TLSEdge) modules() map[string]Member[EdgeModule] {
	return map[string]Member[EdgeModule]{
		"backend": e.Backend, "ip_restriction": e.IPRestriction, "mutual_tls": e.MutualTLS,
		"tls_termination": e.TLSTermination, "traffic_policy": e.TrafficPolicy,
	}
}

// EdgeModules returns the names of the modules (interface section 2.3).
func EdgeModules() []string { return slices.Sorted(maps.Keys(TLSEdge{}.modules())) }

// Module returns the named module, one of [EdgeModules].
func (e TLSEdge) Module(name string) Member[EdgeModule] { return e.modules()[name] }

// HasModule reports whether the response shows the named module. A module without the member
// that gives it its meaning is unset, and so is a disabled module without ids.
func (e TLSEdge) HasModule(name string) bool {
	switch shown := e.Module(name).OrZero(); name {
	case "backend":
		return shown.Backend.OrZero().ID != ""
	case "tls_termination":
		return shown.TerminateAt.OrZero() != ""
	case "traffic_policy":
		return strings.TrimSpace(shown.Value.OrZero()) != ""
	default:
		return shown.Enabled.OrZero() || len(shown.IPPolicies.OrZero())+len(shown.CertificateAuthorities.OrZero()) > 0
	}
}

// TLSEdgeSettings are what a caller chooses (interface section 4.2). Empty means unset.
type TLSEdgeSettings struct {
	Description string // at most 255 bytes
	Metadata    string // at most 4096 bytes
	Hostports   []string
	Modules     map[string]*EdgeModuleSettings // by the names in [EdgeModules]; no module is nil
}

// EdgeModuleSettings are a module in a request. Comments name the module that a member belongs
// to. Ids of that module are empty, but not nil, if none are set.
type EdgeModuleSettings struct {
	Enabled                 bool     `json:"enabled"`
	BackendID               string   `json:"backend_id,omitempty"`               // backend
	IPPolicyIDs             []string `json:"ip_policy_ids,omitzero"`             // ip_restriction
	CertificateAuthorityIDs []string `json:"certificate_authority_ids,omitzero"` // mutual_tls
	TerminateAt             string   `json:"terminate_at,omitempty"`             // tls_termination
	MinVersion              string   `json:"min_version,omitempty"`              // tls_termination
	Value                   string   `json:"value,omitempty"`                    // traffic_policy
}

func (e TLSEdge) ObjectID() string { return e.ID }

// IsWhole does not ask for modules that a later interface adds: a service may not know them.
func (e TLSEdge) IsWhole() bool {
	return e.ID != "" && e.URI.Present && e.CreatedAt.Present &&
		e.Description.Present && e.Metadata.Present && e.Hostports.Present &&
		e.Backend.Present && e.IPRestriction.Present && e.MutualTLS.Present && e.TLSTermination.Present && e.TrafficPolicy.Present
}

func (e TLSEdge) creationTime() string { return e.CreatedAt.OrZero() }

func (s TLSEdgeSettings) createBody() any {
	body := map[string]any{"description": s.Description, "metadata": s.Metadata, "hostports": s.Hostports}
	maps.DeleteFunc(body, func(_ string, value any) bool { return reflect.ValueOf(value).Len() == 0 })
	for name, module := range s.Modules {
		body[name] = module
	}
	return body
}

// updateBody has every member, because the effect of an absent one is unknown, also in a
// module. Null unsets a module, "" a text, and an empty list the hostports.
func (s TLSEdgeSettings) updateBody(string) map[string]any {
	body := map[string]any{"description": s.Description, "metadata": s.Metadata, "hostports": append([]string{}, s.Hostports...)}
	for _, name := range EdgeModules() {
		body[name] = s.Modules[name]
	}
	if termination := s.Modules["tls_termination"]; termination != nil && termination.MinVersion == "" {
		body["tls_termination"] = map[string]any{"enabled": termination.Enabled, "terminate_at": termination.TerminateAt, "min_version": nil}
	}
	return body
}

func newTLSEdges(client *Client) *Collection[TLSEdge, TLSEdgeSettings] {
	return &Collection[TLSEdge, TLSEdgeSettings]{
		client: client, noun: "TLS edge", path: []string{"edges", "tls"}, elements: "tls_edges", decode: decodeTLSEdge,
		undocumented: undocumented{list: ListTLSEdges, update: UpdateTLSEdge, remove: DeleteTLSEdge},
	}
}

// decodeTLSEdge accepts a response to a read without some members, even the id (interface
// section 4.2), but not without all, such as {"success": false}. A page of the list is not an
// edge either: a service that ignores the id in the path responds with it.
func decodeTLSEdge(made *call, id string) (*TLSEdge, error) {
	var found TLSEdge
	var page struct {
		TLSEdges    Member[any] `json:"tls_edges"`
		NextPageURI Member[any] `json:"next_page_uri"`
	}
	switch err := cmp.Or(made.decode(&found), made.decode(&page)); {
	case err != nil:
		return nil, err
	case page.TLSEdges.Present || page.NextPageURI.Present:
		return nil, made.failure(errors.New("the response is not a TLS edge: it is a page of a list"))
	case found == TLSEdge{}:
		return nil, made.failure(errors.New("the response is not a TLS edge: it has none of the members of an edge"))
	case found.ID != "" && id != "" && found.ID != id:
		return nil, made.errWrongObject(found.ID)
	}
	// Services leave out empty texts and hostports, so these are unset if an edge with an id
	// lacks nothing else. A list proves nothing, because it may omit them from every edge.
	whole := found
	whole.Description.Present, whole.Metadata.Present, whole.Hostports.Present = true, true, true
	if whole.IsWhole() {
		return &whole, nil
	}
	found.ID = cmp.Or(found.ID, id)
	return &found, nil
}

// Only returns a copy of the edge with its id and the named settings of the response.
func (e TLSEdge) Only(settings []string) *TLSEdge {
	fields := reflect.ValueOf(&e).Elem()
	for i := range fields.NumField() {
		if name := fields.Type().Field(i).Tag.Get("json"); name != "id" && !slices.Contains(settings, name) {
			fields.Field(i).SetZero()
		}
	}
	return &e
}

// Has reports whether the response has the named setting, with a value or null.
func (e TLSEdge) Has(setting string) bool { return *e.Only([]string{setting}) != TLSEdge{ID: e.ID} }
