// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package session holds what one configured provider instance shares between its
// resources and data sources: the API client, and refresh from the list. It also has
// the operations that take several requests, because no single response says whether
// an object exists.
package session

import (
	"reflect"
	"sync"

	"golang.org/x/sync/singleflight"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// Options are how a session uses the API.
type Options struct {
	RefreshFromList bool // lists may answer reads of many objects
}

// Session is one configured provider instance. It is safe for parallel use.
type Session struct {
	API *api.Client

	failoverBackends *snapshot[api.FailoverBackend] // nil answers nothing
	tlsEdges         *snapshot[api.TLSEdge]         // nil answers nothing
	listing          singleflight.Group             // one search for lost creations at a time
	plannedBackends  plannedBackends
	shared           sync.Map // by type, see Shared
}

// New returns a session on client.
func New(client *api.Client, options Options) *Session {
	s := &Session{API: client}
	if !options.RefreshFromList {
		return s
	}
	s.failoverBackends = newSnapshot(func() pages[api.FailoverBackend] { return client.FailoverBackends() })
	if client.Offers(api.ListTLSEdges) {
		s.tlsEdges = newSnapshot(func() pages[api.TLSEdge] { return client.TLSEdges() })
	}
	return s
}

// Shared returns the value of a type that all resources with this session share. It
// begins as the zero value.
func Shared[T any](s *Session) *T {
	value, _ := s.shared.LoadOrStore(reflect.TypeFor[T](), new(T))
	return value.(*T) //nolint:forcetypeassert // as stored above
}

// From returns the session that the provider passed on. It is nil before the provider
// is configured, such as during validation.
func From(providerData any) *Session {
	s, _ := providerData.(*Session)
	return s
}
