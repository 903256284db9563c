// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/resourcebase"
)

// edge is a TLS edge in a data source. A module is a types.Object and not a struct, because a
// whole module may be unknown in the plan of the resource.
type edge struct {
	resourcebase.Assigned

	Description    types.String `tfsdk:"description"`
	Metadata       types.String `tfsdk:"metadata"`
	Hostports      types.Set    `tfsdk:"hostports"`
	Backend        types.Object `tfsdk:"backend"`
	IPRestriction  types.Object `tfsdk:"ip_restriction"`
	MutualTLS      types.Object `tfsdk:"mutual_tls"`
	TLSTermination types.Object `tfsdk:"tls_termination"`
	TrafficPolicy  types.Object `tfsdk:"traffic_policy"`
}

// model is a TLS edge in configuration, plan and state.
type model struct {
	edge

	DeletionPolicy types.String `tfsdk:"deletion_policy"`
}

// unset returns an edge without values. Its modules have the types of the given attributes.
func unset[A interface{ GetType() attr.Type }](attributes map[string]A) edge {
	unset := edge{Hostports: types.SetNull(types.StringType)}
	for _, name := range api.EdgeModules() {
		module, _ := attributes[name].GetType().(attr.TypeWithAttributeTypes)
		*moduleOf(&unset, name) = types.ObjectNull(module.AttributeTypes())
	}
	return unset
}

func (m model) object() string { return m.Object("TLS edge") }

func (m model) toAPI() api.TLSEdgeSettings {
	modules := map[string]*api.EdgeModuleSettings{}
	for _, name := range api.EdgeModules() {
		if module := *moduleOf(&m.edge, name); attribute.HasValue(module) {
			modules[name] = membersOf(module).toAPI()
		}
	}
	return api.TLSEdgeSettings{
		Description: m.Description.ValueString(), Metadata: m.Metadata.ValueString(), Hostports: attribute.Strings(m.Hostports), Modules: modules,
	}
}

// fromAPI returns the edge in a response. An attribute keeps its value from prior if the
// response omits it, or if it is unset in both. The parameter prior is the state before a read,
// or the plan of a write.
func fromAPI(ctx context.Context, prior model, response *api.TLSEdge) model {
	return model{edgeFromAPI(ctx, prior.edge, response), types.StringValue(prior.policy())}
}

func edgeFromAPI(ctx context.Context, prior edge, response *api.TLSEdge) edge {
	found := edge{
		Assigned: resourcebase.Assigned{
			ID:        types.StringValue(response.ID),
			URI:       memberFromAPI(prior.URI, response.URI, attribute.Text("uri")),
			CreatedAt: memberFromAPI(prior.CreatedAt, response.CreatedAt, attribute.Text("created_at")),
		},
		Description: memberFromAPI(prior.Description, response.Description, attribute.Text("description")),
		Metadata:    memberFromAPI(prior.Metadata, response.Metadata, attribute.Text("metadata")),
		Hostports:   memberFromAPI(prior.Hostports, response.Hostports, attribute.Set("hostports")),
	}
	for _, name := range api.EdgeModules() {
		*moduleOf(&found, name) = moduleFromAPI(ctx, name, *moduleOf(&prior, name), response.Module(name))
	}
	return found
}

// hasModule returns false for other names, which a later version of the provider may have
// stored in private state.
func (m model) hasModule(name string) bool {
	module := moduleOf(&m.edge, name)
	return module != nil && !module.IsNull()
}

// withoutModules returns a copy in which the named modules are null.
func (m model) withoutModules(ctx context.Context, names []string) model {
	for _, name := range names {
		if module := moduleOf(&m.edge, name); m.hasModule(name) {
			*module = types.ObjectNull(module.AttributeTypes(ctx))
		}
	}
	return m
}

// withVersion returns a copy with a min_version. The edge must have TLS termination.
func (m model) withVersion(ctx context.Context, version types.String) model {
	termination := membersOf(m.TLSTermination)
	termination["min_version"] = version
	m.TLSTermination = termination.object(m.TLSTermination.AttributeTypes(ctx))
	return m
}

// lostModules returns those modules of the service that an edge certainly lacks.
func lostModules(serviceOwned []string, edge *api.TLSEdge) []string {
	return slices.DeleteFunc(slices.Clone(serviceOwned), func(name string) bool { return !edge.Has(name) || edge.HasModule(name) })
}

// isConfirmedBy reports whether a listed edge has the same values as state m, apart from the
// modules that the service owns. An incomplete edge confirms nothing, because a missing
// attribute may hide a difference. A missing member of a module counts as unset.
func (m model) isConfirmedBy(ctx context.Context, listed *api.TLSEdge, serviceOwned []string) bool {
	if !listed.IsWhole() || len(lostModules(serviceOwned, listed)) > 0 {
		return false
	}
	found := fromAPI(ctx, m.withoutModules(ctx, api.EdgeModules()), listed).withoutModules(ctx, serviceOwned)
	return found.URI.Equal(m.URI) && found.CreatedAt.Equal(m.CreatedAt) && len(found.settings().ChangesTo(m.settings())) == 0
}

// settings returns the attributes that the service knows.
func (m model) settings() attribute.Settings {
	settings := attribute.Settings{{Name: "description", Value: m.Description}, {Name: "metadata", Value: m.Metadata}, {Name: "hostports", Value: m.Hostports}}
	for _, name := range api.EdgeModules() {
		settings = append(settings, attribute.Setting{Name: name, Value: *moduleOf(&m.edge, name)})
	}
	return settings
}

func removesModule(change attribute.Difference) bool {
	module, ok := change.Planned.(types.Object)
	return ok && module.IsNull()
}

// pathsOf names only the modules of many changes, so that a diagnostic stays short.
func pathsOf(changes []attribute.Difference) string {
	names := make([]string, len(changes))
	for i, change := range changes {
		names[i] = change.At.String()
		if len(changes) > len(model{}.settings()) {
			names[i] = change.At.Steps()[:1].String()
		}
	}
	return strings.Join(slices.Compact(names), ", ")
}
