// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package privatestate

// BaseURL is the base URL at which the object was last seen. After a
// successful request, creations, reads and updates of all resources store the
// current base URL if it has changed. An OAuth module that cannot be read was
// last seen where the last PUT set it.
const BaseURL Key[string] = "base_url"

// Keys of a TLS edge.
const (
	// ServiceOwnedModules contains the names of the modules that the service owns. The
	// created edge had these modules, although they were not configured. State and requests
	// omit such a module until it is configured. A creation writes the names. An update
	// removes the names of modules that are configured now, unless the service has certainly
	// not acted on the failed request.
	ServiceOwnedModules Key[[]string] = "service_owned_modules"
	// DeletionPolicy is the policy of an edge in state. A plan of an existing edge writes it.
	// In a replacement, the plan of the new edge reads it, because the new edge has no prior
	// state. Updates remove it, so that the creation of an edge that is gone finds none.
	DeletionPolicy Key[string] = "deletion_policy"
)
