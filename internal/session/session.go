// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package session holds what one configured provider instance shares between its
// resources and data sources: the API client, and refresh from the list. It also has
// the operations that take several requests, because no single response says whether
// an object exists.
package session

import (
	"sync"

	"golang.org/x/sync/singleflight"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// Session is one configured provider instance. It is safe for parallel use.
type Session struct {
	API    *api.Client
	Routes sync.Map // what the run knows of each route, for its OAuth modules

	failoverBackends *snapshot[api.FailoverBackend] // nil answers nothing
	tlsEdges         *snapshot[api.TLSEdge]         // nil answers nothing
	listing          singleflight.Group             // one search for lost creations at a time
	plannedBackends  plannedBackends
}

// New returns a session on client. With refreshFromList, lists may answer reads of many
// objects.
func New(client *api.Client, refreshFromList bool) *Session {
	s := &Session{API: client}
	if !refreshFromList {
		return s
	}
	s.failoverBackends = newSnapshot(client.FailoverBackends)
	if client.Offers(api.ListTLSEdges) {
		s.tlsEdges = newSnapshot(client.TLSEdges)
	}
	return s
}

// From returns the session that the provider passed on. It is nil before the provider
// is configured, such as during validation.
func From(providerData any) *Session {
	s, _ := providerData.(*Session)
	return s
}
