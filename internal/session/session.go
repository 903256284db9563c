// Package session is what one configured provider instance shares between its
// resources and data sources: the API client, refresh from the list, and who
// owns a route.
package session

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// Session is one configured provider instance. It is safe for parallel use.
type Session struct {
	API *api.Client

	snapshot      *failoverBackendSnapshot // nil answers nothing
	seenTLSEdges  seenTLSEdges
	ownedRoutes   ownedRoutes
	plannedRoutes plannedRoutes
}

// New returns a session on client. With refreshFromList the list may answer
// [Session.RefreshFailoverBackend].
func New(client *api.Client, refreshFromList bool) *Session {
	s := &Session{API: client}
	if refreshFromList {
		s.snapshot = newFailoverBackendSnapshot(client)
	}
	return s
}

// From returns the session in the data that the provider passed on. It is nil,
// without an error, while the provider is not configured yet, as it is when a
// configuration is only validated.
func From(providerData any, diags *diag.Diagnostics) *Session {
	if providerData == nil {
		return nil
	}
	s, ok := providerData.(*Session)
	if !ok {
		diags.AddError("Could not configure the provider",
			fmt.Sprintf("Expected a session, got %T. This is a bug in the provider; please report it.", providerData))
	}
	return s
}
