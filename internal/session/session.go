// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package session contains the data that all resources and data sources of a configured
// provider share: the API client, the lists that refreshes read, and records of the
// run's plans. The package also implements operations that take several requests,
// such as a creation and then a read.
package session

import (
	"golang.org/x/sync/singleflight"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// Session is the shared data of one configured provider. It is safe for parallel use.
type Session struct {
	API    *api.Client
	Routes *Routes

	failoverBackends *snapshot[api.FailoverBackend] // nil if refreshes do not use the list
	tlsEdges         *snapshot[api.TLSEdge]         // nil if refreshes do not use the list
	listing          singleflight.Group             // lets failed creations share one list
}

// New returns a session that uses client. If refreshFromList is true, a run
// that refreshes many objects reads lists instead of single objects.
func New(client *api.Client, refreshFromList bool) *Session {
	s := &Session{API: client, Routes: newRoutes()}
	if !refreshFromList {
		return s
	}
	s.failoverBackends = newSnapshot(client.FailoverBackends)
	if client.Offers(api.ListTLSEdges) {
		s.tlsEdges = newSnapshot(client.TLSEdges)
	}
	return s
}

// From returns the session in the data of a configured provider. It returns nil before the
// provider is configured, for example during validation.
func From(providerData any) *Session {
	s, _ := providerData.(*Session)
	return s
}
