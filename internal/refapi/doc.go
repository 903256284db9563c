// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package refapi is a reference implementation of the traffic-routing API, for tests
// and demonstrations. The implementation is an http.Handler with a store in memory. It
// opens no connections. It shares no code with the provider's client, so a wrong name
// in the client or in the implementation causes a test failure.
//
// # Strictness
//
// The API rejects unknown and repeated members, wrong types, broken rules and
// undocumented operations. The body of such a response is application/problem+json (RFC
// 9457). Besides the standard members, a problem has these members:
//
//   - code is a stable word.
//   - request_id is the value of the header X-Request-Id, which every response has.
//   - errors lists the mistakes in the request's body, each with a JSON pointer.
//   - status_code, error_code and msg repeat status, code and detail for clients that
//     expect errors under those names.
//
// If a combination of members is invalid, the pointer leads to the member that
// must be removed: client_id without client_secret, scopes without client_id
// and client_secret, or min_version with terminate_at upstream. If a required
// member is missing, the pointer leads to the place where the member belongs.
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
// The interface does not specify everything. The following list describes the default
// behavior. The switches in Responses select other behavior that a service might have.
//
//  1. A TLS edge can be created and read. PATCH and DELETE of an edge and GET of the
//     list of edges return 405, unless Options.Undocumented is set. PUT of an edge
//     always returns 405. Tests change and remove edges with ChangeTLSEdge and
//     RemoveTLSEdge.
//  2. DELETE of an OAuth module returns 405, unless Options.Undocumented is set.
//  3. GET of an OAuth module returns 405, unless Options.Undocumented is set. Tests
//     read the module with RouteOAuth.
//  4. PATCH returns 200 with the whole object. Members that are missing from the
//     request do not change. null and "" unset a description or metadata. The list
//     backends may be empty but not null. The id in the body is optional. If the body
//     contains an id, it must equal the id in the path.
//  5. GET of a TLS edge returns the edge in the same form as the response to
//     the POST that created the edge.
//  6. ip_policies and certificate_authorities are always arrays of references, even
//     with one element or none. References lead to /backends/{id}, /ip_policies/{id}
//     and /certificate_authorities/{id}. This API does not serve these paths.
//  7. Responses show unset members as null. This applies to texts, lists, modules,
//     timers and unused identity providers. "" and [] in a request unset a member that
//     is not required. A required list may be empty, and responses then show []. Some
//     members have defaults if they are missing from a request: enabled is true,
//     options_passthrough is false, cookie_prefix is "trafficedge.", and min_version is
//     "1.2" if the edge terminates TLS.
//  8. Responses show secrets in clear text.
//  9. The id of a created object is a short prefix followed by random characters. Any
//     id is accepted in paths and bodies. A path is split into segments before the
//     segments are unescaped, so an id may contain an escaped slash. This API cannot
//     create child backends, policies, authorities, HTTPS edges or their routes. It
//     assumes that each of these objects exists, under any id.
//  10. Lists come in pages, in the order of creation. next_page_uri is absolute, and
//     null on the last page. A cursor is a point in the order of creation. Objects may
//     be created or deleted between two pages, and every other object is still listed
//     exactly once. The API ignores all query parameters except cursor.
//  11. The section Strictness describes errors. An error never repeats a value of the
//     request.
//  12. There is no rate limit, unless Options.RateLimit sets one. Requests above the
//     limit receive 429 without Retry-After. These requests do not count toward the
//     limit.
//  13. If Options.Token is set, every request needs this bearer token. The API has no
//     versions and ignores unknown headers.
//  14. A repeated POST creates a second object. DELETE of a missing object returns 404.
//  15. The member provider of an OAuth module is an object whose members are the
//     identity providers. The members have neutral names, idp_1 to idp_8, or the names
//     in Options.IdentityProviderNames. The API rejects the neutral name of a renamed
//     member. The store contains only neutral names.
//
// A request that creates a TLS edge may contain hostports, although interface section
// 4.2 does not list hostports there. Any non-empty text is a valid hostport, because
// the interface specifies no format.
//
// If terminate_at is upstream, the interface forbids most other modules but does not
// name them (section 2.3, TLS termination rule 2). This implementation rejects
// mutual_tls and traffic_policy unless they are disabled. A client may be more lenient.
//
// created_at is in UTC, with six digits after the decimal point of the seconds. Every
// uri starts with http:// and the host of the request.
//
// # Undocumented operations
//
// Options.Undocumented adds operations that the interface does not describe. They
// follow the pattern of the documented operations. A service may define them
// differently.
//
//   - PATCH /edges/tls/{id}: a member that is missing from the request does not change.
//     null unsets a member or removes a module. A module in the request replaces the
//     whole stored module. The body may contain the id, as for failover backends. The
//     rules apply to the edge after the update. Responses.Patch selects the response.
//   - DELETE /edges/tls/{id}: 204.
//   - DELETE /edges/tls/{id}/{module}, where module is backend, ip_restriction,
//     mutual_tls, tls_termination or traffic_policy: 204, or 404 if the module is
//     unset.
//   - GET /edges/tls: pages like those of failover backends. The member tls_edges lists
//     the edges, each in the form that GET of an edge returns.
//   - GET /edges/https/{edge_id}/routes/{id}/oauth: 200 and the module in the form
//     that PUT returns, or 404 if no module is set.
//   - DELETE /edges/https/{edge_id}/routes/{id}/oauth: 204.
//
// # Responses
//
// The switches of Responses, in parentheses, make this API behave like a service that
//
//   - responds to a creation with the id alone, or with 202 and no body (Create);
//   - responds to a deletion with 202 and deletes the object when a test calls
//     ActPending, or responds with 200 and {"success":false} and deletes nothing
//     (Delete);
//   - does not find a new object in the first reads (ReadLag);
//   - omits members from the elements of lists (ListOmits), or lists the objects of an
//     earlier point in time (the methods FreezeList and ThawList);
//   - returns JSON metadata with other white space (ReformatMetadata);
//   - merges the settings of an OAuth module into the existing module, which
//     preserves former identity providers and access rules (MergesOAuth);
//   - never disables an OAuth module (IgnoresDisable);
//   - has no managed app for some identity providers, and rejects an OAuth module
//     without a client_id for these identity providers (NoManagedApp);
//   - responds to GET for a route without an OAuth module with null, or with a disabled
//     module without an identity provider (NoOAuth);
//   - responds differently to an update, or applies more or less than requested
//     (Patch, PatchIgnores, PatchIgnoresNull, PatchClearsOmitted);
//   - shows unset members, sets, references, secrets and pages in other forms, and
//     adds its own defaults (the other switches).
//
// # Faults
//
// The API calls the Hook for every request within the rate limit. The hook can delay
// the request, replace or truncate the response, or close the connection, even in the
// middle of a body. The store acts before the fault, after the fault or never. The
// store can also act late, when the test calls ActPending. Pending returns the number
// of actions that wait for ActPending. The request log contains every request as the
// client sent it.
package refapi
