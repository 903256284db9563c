// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package session contains the data and the operations that all resources and data sources
// of a configured provider share: the client, operations that take several requests, such as a creation and then a
// read, and what the provider remembers between two calls of a CLI (memory_lists.go).
package session

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"golang.org/x/sync/singleflight"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// Session is the shared data of one configured provider. It is safe for parallel use.
type Session struct {
	API              *api.Client
	FailoverBackends *Objects[api.FailoverBackend]
	TLSEdges         *Objects[api.TLSEdge]

	Listing singleflight.Group // lets failed creations share one list
}

// New returns a session that uses client. If refreshFromList is true, a run
// that refreshes many objects reads lists instead of single objects.
func New(client *api.Client, refreshFromList bool) *Session {
	s := &Session{API: client}
	s.FailoverBackends = &Objects[api.FailoverBackend]{
		session: s, kind: "failover backend", get: client.GetFailoverBackend, remove: client.DeleteFailoverBackend, list: client.FailoverBackends,
		createdAt: func(b *api.FailoverBackend) string { return b.CreatedAt.OrZero() },
	}
	s.TLSEdges = &Objects[api.TLSEdge]{
		session: s, kind: "TLS edge", get: client.GetTLSEdge, remove: client.DeleteTLSEdge, list: client.TLSEdges,
		createdAt: func(e *api.TLSEdge) string { return e.CreatedAt.OrZero() },
	}
	if refreshFromList {
		s.FailoverBackends.pages = &snapshot[api.FailoverBackend]{list: client.FailoverBackends}
	}
	if refreshFromList && client.Enabled(api.ListTLSEdges) {
		s.TLSEdges.pages = &snapshot[api.TLSEdge]{list: client.TLSEdges}
	}
	return s
}

// From returns the session in the data of a configured provider. It returns nil before the
// provider is configured, for example during validation.
func From(providerData any) *Session {
	s, _ := providerData.(*Session)
	return s
}

// Resource implements the methods that are the same for all resources.
type Resource struct {
	Name    string // the type name without the prefix of the provider
	Session *Session
}

// Metadata returns the type name of the resource.
func (r *Resource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + r.Name
}

// Configure stores the session of the provider.
func (r *Resource) Configure(_ context.Context, req resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	r.Session = From(req.ProviderData)
}

// DataSource implements the methods that are the same for all data sources.
type DataSource struct {
	Name    string // the type name without the prefix of the provider
	Session *Session
}

// Metadata returns the type name of the data source.
func (d *DataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + d.Name
}

// Configure stores the session of the provider.
func (d *DataSource) Configure(_ context.Context, req datasource.ConfigureRequest, _ *datasource.ConfigureResponse) {
	d.Session = From(req.ProviderData)
}
