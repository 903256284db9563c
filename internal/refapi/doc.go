// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package refapi is a reference implementation of the traffic-routing API, for tests
// and demonstrations. The implementation is an http.Handler with a store in memory. It
// opens no connections. It shares no code with the provider's client, so tests fail if
// the client and the implementation use different names for a JSON member.
//
// # Strictness
//
// The API rejects undocumented operations, unless Options.Undocumented is set. It rejects
// bodies with missing, unknown, repeated or invalid JSON members, and texts with half of a
// surrogate pair. The body of an error response is application/problem+json (RFC 9457).
// Besides the standard members, this body has:
//
//   - code identifies the kind of error, such as not_found.
//   - request_id is the value of the header X-Request-Id, which every response has.
//   - errors lists the mistakes in the request's body, each with a JSON pointer.
//   - status_code, error_code and msg repeat status, code and detail. Clients of
//     similar services read the repeated values under these names.
//
// If a combination of members is invalid, the pointer leads to the member that must be
// removed. It leads to client_id if client_secret is missing. It leads to scopes if
// client_id or client_secret is missing. It leads to min_version if terminate_at is
// upstream. If a required member is missing, the pointer leads to the place where the
// member belongs. If a member's name has half of a surrogate pair, it leads to the object.
//
// The API uses these statuses and codes:
//
//	400 malformed_json, invalid_cursor    415 unsupported_media_type
//	401 unauthorized                      413 body_too_large (above 1 MiB)
//	404 not_found, unknown_path           422 invalid_fields
//	405 method_not_allowed, with Allow    429 rate_limited
//
// # Choices
//
// The interface (internal/api/interface.md) does not specify everything. This list shows
// the default behavior. The fields of Responses (the switches) select other behavior.
//
//  1. A TLS edge can be created and read. PATCH of an edge, DELETE of an edge and GET of
//     the list of edges return 405, unless Options.Undocumented is set. PUT of an edge
//     always returns 405. Tests change and remove edges with ChangeTLSEdge and
//     RemoveTLSEdge.
//  2. DELETE of an OAuth module always returns 405.
//  3. GET of an OAuth module returns 405, unless Options.Undocumented is set. Tests
//     read the module with RouteOAuth.
//  4. PATCH returns 200 with the whole object. Members that are missing from the
//     request do not change. null and "" unset a description or metadata. The member
//     "backends" may be an empty list but not null. An id in the body is optional, but
//     must equal the id in the path.
//  5. GET of a TLS edge returns the edge in the same form as the response to
//     the POST that created the edge.
//  6. ip_policies and certificate_authorities are always arrays of references, even
//     with one element or none. The path in a reference is /backends/{id},
//     /ip_policies/{id} or /certificate_authorities/{id}. The API does not serve these paths.
//  7. A response shows unset members as null: strings, lists, modules, timers and
//     unused identity providers. In a request, "" unsets any optional string except
//     min_version. [] unsets an optional list. An empty required list is valid and
//     appears as [] in responses. Some members have defaults if a request omits them:
//     enabled is true, options_passthrough is false, cookie_prefix is "trafficedge.",
//     and min_version is "1.2" if the edge terminates TLS.
//  8. Responses show secrets in clear text.
//  9. The id of a created object is a short prefix followed by random characters. Any
//     id is accepted in paths and bodies. A path is split into segments before the
//     segments are unescaped, so an id may contain an escaped slash. This API cannot
//     create child backends, policies, authorities, HTTPS edges or their routes. It
//     treats every id of such an object as the id of an existing object.
//  10. Lists come in pages, in the order of creation. next_page_uri is an absolute URI,
//     or null on the last page. A cursor marks a position in this order. If objects are
//     created or deleted between the requests for two pages, every other object is
//     still listed exactly once. The API ignores all query parameters except cursor.
//  11. The section Strictness describes errors. An error never repeats a value of the
//     request.
//  12. There is no rate limit, unless Options.RateLimit sets one. Requests above the
//     limit receive 429 without Retry-After. Rejected requests do not count toward the
//     limit.
//  13. If Options.Token is set, every request needs this bearer token. The API has no
//     versions and ignores unknown headers.
//  14. A repeated POST creates a second object. DELETE of a missing object returns 404.
//  15. In an OAuth module, "provider" is an object with one member for each
//     identity provider. The members have neutral names, idp_1 to idp_8, or the names
//     in Options.IdentityProviderNames. The API rejects the neutral name of a renamed
//     member. The store contains only neutral names.
//
// A request that creates a TLS edge may contain hostports, although the API
// documentation shows hostports only in responses (interface section 4.2). Any
// non-empty string is a valid hostport, because the API documentation specifies no
// format.
//
// If terminate_at is upstream, the API documentation forbids most other modules but does
// not name them (interface section 2.3, TLS termination rule 2). This implementation
// rejects mutual_tls and traffic_policy if they are enabled. The provider rejects only
// mutual_tls, and warns about traffic_policy.
//
// created_at is in UTC, with microseconds. Options.ClockOffset and Options.CreatedAtOffset
// change its clock. Every uri starts with http:// and the host of the request.
//
// # Undocumented operations
//
// Options.Undocumented adds operations that the API documentation does not describe.
// These operations follow the pattern of the documented ones. A service may define
// them differently.
//
//   - PATCH /edges/tls/{id}: a member that is missing from the request does not change.
//     null unsets a member or removes a module. A module in the request replaces the
//     whole stored module. The body may contain the id, as for failover backends. The
//     updated edge must be valid as a whole. Responses.Patch selects the response.
//   - DELETE /edges/tls/{id}: 204.
//   - DELETE /edges/tls/{id}/{module}, where module is backend, ip_restriction,
//     mutual_tls, tls_termination or traffic_policy: 204, or 404 if the module is
//     unset.
//   - GET /edges/tls: pages like those of failover backends. The member tls_edges lists
//     the edges, each in the form that GET of an edge returns.
//   - GET /edges/https/{edge_id}/routes/{route_id}/oauth: 200 and the module in the form
//     that PUT returns, or 404 if no module is set.
//
// # Responses
//
// The switches of Responses, in parentheses, make this API behave like a service that
//
//   - responds to a creation with the id alone (CreateIDAlone), or without a body and with
//     a Location (CreateLocatedAt);
//   - returns 404 to GETs of a new object for some time (ReadLag);
//   - omits members from the elements of lists (ListOmits), or lists the objects of an
//     earlier point in time (the methods FreezeList and ThawList);
//   - shows texts in other words, for example trimmed, or the next page's URI without
//     scheme and host (Rewrite);
//   - never disables an OAuth module (IgnoresDisable);
//   - returns null, or a disabled module without an identity provider, if a GET asks for
//     an OAuth module that is not set (NoOAuth);
//   - responds differently to an update, changes more or fewer members than requested, or
//     gives the updated object a new id (Patch, PatchIgnores, PatchIgnoresNull,
//     PatchClearsOmitted, PatchMoves);
//   - shows unset members, sets, references and secrets in other forms, and adds its own
//     defaults (the other switches).
//
// # Faults
//
// The API calls the Hook for every request within the rate limit. The hook can delay
// the request, replace or truncate the response, or close the connection, even in the
// middle of a body. The store processes the request before the fault, after the
// fault, when the test calls ActPending, or never. The method Pending returns the number
// of requests that wait for a call of ActPending. The request log contains every request
// as the client sent it.
package refapi
