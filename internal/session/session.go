// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package session contains the data and the operations that all resources and data sources
// of a configured provider share: the client, operations that take several requests, such as a creation and then a
// read, and what the provider remembers between two calls of a CLI (memory_lists.go).
package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/privatestate"
)

// Session is the shared data of one configured provider. It is safe for parallel use.
type Session struct {
	API              *api.Client
	FailoverBackends *Objects[api.FailoverBackend]
	TLSEdges         *Objects[api.TLSEdge]
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
		s.FailoverBackends.pages.list = client.FailoverBackends
	}
	if refreshFromList && client.Enabled(api.ListTLSEdges) {
		s.TLSEdges.pages.list = client.TLSEdges
	}
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
	r.Session, _ = req.ProviderData.(*Session) // nil before the provider is configured, as in a validation
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
	d.Session, _ = req.ProviderData.(*Session)
}

// IDRule returns the rule for ids in a configuration. Ids in responses follow it too.
func IDRule() attribute.TextRule {
	return attribute.TextRule{Summary: "Invalid id", Accepts: api.IsID,
		Described: "must have only printable characters, in Unicode normalization form C. A common cause is a trailing line break: use trimspace()"}
}

// Known is what state says of an object.
type Known struct {
	ID        string
	CreatedAt string // RFC 3339; "" if not known
	SeenAt    string // the base URL at which the object was last seen; "" if not known
}

// Known returns what state says of an object.
func (s *Session) Known(ctx context.Context, private privatestate.State, id, createdAt string) Known {
	return Known{id, createdAt, privatestate.BaseURL.Load(ctx, private)}
}

// NoteBaseURL stores the current base URL in private state, as the address where the object
// was last seen. It stores nothing if the base URL is not known.
func (s *Session) NoteBaseURL(ctx context.Context, private privatestate.State, diags *diag.Diagnostics) {
	if seen := privatestate.BaseURL.Load(ctx, private); seen == "" && s.API.BaseURL() != "" || s.API.IsElsewhere(seen) {
		privatestate.BaseURL.Store(ctx, private, s.API.BaseURL(), diags)
	}
}

// isElsewhere reports whether an object was last seen at another base URL than the present
// one. Then the same id may name another object here, or none.
func (s *Session) isElsewhere(known Known) bool { return s.API.IsElsewhere(known.SeenAt) }

// FinishRead handles the result of the read in a refresh, and reports whether the object was
// found. If the object is gone, FinishRead removes it from state with a warning. Any other
// err becomes an error. If the object was last seen at another base URL, FinishRead warns.
// The present base URL is then stored.
func (s *Session) FinishRead(ctx context.Context, known Known, object string, err error, resp *resource.ReadResponse) (found bool) {
	switch {
	case api.IsGone(err):
		resp.Diagnostics.Append(apidiag.Gone(object))
		resp.State.RemoveResource(ctx)
	case err != nil:
		resp.Diagnostics.Append(apidiag.FromError(err))
	case s.isElsewhere(known):
		resp.Diagnostics.Append(apidiag.OtherBaseURL(object, known.SeenAt, s.API.BaseURL()))
	}
	if err == nil {
		s.NoteBaseURL(ctx, resp.Private, &resp.Diagnostics)
	}
	return err == nil
}

// CheckGone prevents a wrong base_url from removing all objects from state. If
// [api.IsGone] reports true for err, but the object was last seen at another base URL, or
// the API has never answered at the present one, CheckGone returns an error for which
// [api.IsGone] reports false. CheckGone returns every other err unchanged.
func (s *Session) CheckGone(ctx context.Context, known Known, err error) error {
	failure, _ := errors.AsType[*api.Error](err)
	switch {
	case !api.IsGone(err):
		return err
	case s.isElsewhere(known):
		return failure.Because(fmt.Errorf("%w %s, so it stays in state", api.ErrSeenElsewhere, known.SeenAt))
	case !s.API.HasAnswered(ctx):
		return failure.Because(api.ErrNeverAnswered)
	}
	return err
}

// isApart reports whether two creation times (RFC 3339) are different instants. It reports
// false if one of them is invalid.
func isApart(one, other string) bool {
	first, invalidFirst := time.Parse(time.RFC3339, one)
	second, invalidSecond := time.Parse(time.RFC3339, other)
	return invalidFirst == nil && invalidSecond == nil && first.Sub(second).Abs() >= time.Second
}
