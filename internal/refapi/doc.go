// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package refapi is a reference implementation of the traffic-routing API, for tests
// and demonstrations: an http.Handler with a store in memory. It sends nothing
// outside the process. It shares no code with the client, so a wrong name in one of
// them cannot go unnoticed.
//
// # Strictness
//
// Unknown and repeated members, wrong types, broken rules and undocumented
// operations are rejected with application/problem+json (RFC 9457). Besides the
// standard members, a problem has these members: code is a stable word, and
// request_id repeats the header X-Request-Id. Every response has this header. The
// member errors lists each mistake in the body with a JSON pointer. The members
// status_code, error_code and msg repeat status, code and detail for clients that
// expect errors under those names. If two members contradict each other, the pointer
// leads to the member that must be removed: client_id without a secret, scopes of
// the managed app, min_version for upstream. If a member is missing, the pointer
// leads to the place where the member belongs.
//
//	400 malformed_json, invalid_cursor    415 unsupported_media_type
//	401 unauthorized                      413 body_too_large (above 1 MiB)
//	404 not_found, unknown_path           422 invalid_fields
//	405 method_not_allowed, with Allow    429 rate_limited
//
// # Choices
//
// The interface leaves much open. The following list describes the default
// behaviour. Answers switches to other behaviour that a service might have.
//
//  1. A TLS edge can be created and read. PATCH, PUT and DELETE of an edge and a
//     list of edges return 405, unless Options.Undocumented is set. Tests change and
//     remove edges through ChangeTLSEdge and RemoveTLSEdge.
//  2. An OAuth module cannot be deleted (405), with the same exception. RouteOAuth
//     returns the module as the last PUT stored it.
//  3. An OAuth module cannot be read over HTTP either (405, likewise).
//  4. PATCH returns 200 with the whole object. Members that are not sent do not
//     change; null and "" clear a description or metadata. backends may become an
//     empty list but not null. The id in the body is optional. If it is present, it
//     must equal the id in the path.
//  5. GET of a TLS edge returns the same body as its creation.
//  6. ip_policies and certificate_authorities are arrays of references, also when
//     they have one element or none. References lead to /backends/{id},
//     /ip_policies/{id} and /certificate_authorities/{id}, but this API does not
//     serve these paths.
//  7. Responses show unset members as null: texts, hostports, lists, modules,
//     timers and the seven other identity providers. "" and [] in a request
//     unset a member that is not required. A required list may be empty, and
//     responses then show []. Members that a request leaves out get defaults:
//     enabled true, options_passthrough false, cookie_prefix "trafficedge.", and
//     min_version "1.2" if the edge terminates TLS.
//  8. Responses show secrets as they were sent.
//  9. Ids of created objects are a short prefix and random letters. Any id is
//     accepted in paths and bodies. Paths are split before they are unescaped, so an
//     id may contain a slash. Objects that this API cannot create (child backends,
//     policies, authorities, HTTPS edges and their routes) are assumed to exist
//     under any id.
//  10. The list comes in pages, in order of creation. next_page_uri is absolute and
//     null on the last page. A cursor stands for a point in the order of creation:
//     an object that exists throughout is listed exactly once, even if other objects
//     are added or removed between two pages. Query parameters other than cursor are
//     ignored.
//  11. Errors are as described under Strictness. They never repeat a value
//     of the request.
//  12. There is no rate limit, unless Options.RateLimit sets one: then requests
//     above the limit receive 429 without Retry-After, and do not count.
//  13. Options.Token requires a bearer token. There are no versions: unknown headers
//     are ignored.
//  14. A repeated POST creates a second object. A DELETE of a missing object is 404.
//  15. The members of the OAuth object provider have their neutral names, or
//     those of Options.IdentityProviderNames. The neutral name of a renamed
//     member is unknown. The store knows neutral names only.
//
// The create body of a TLS edge may hold hostports, which interface section
// 4.2 does not list there. Any non-empty text is a hostport, because the
// interface gives no format.
//
// With terminate_at upstream the interface disallows most other modules and names
// none (section 2.3, TLS termination rule 2). This implementation rejects mutual_tls
// and traffic_policy unless they are disabled. A client may be more lenient.
//
// created_at has six digits after the second, in UTC. Every uri starts with http://
// and the host of the request.
//
// # Undocumented operations
//
// Options.Undocumented adds operations that the interface does not show. They
// are modelled on the documented operations. A service may define them
// differently.
//
//   - PATCH /edges/tls/{id}: a member that is left out stays as it is, and null
//     unsets it or removes the module. A module in the request replaces the whole
//     stored module. The id may be in the body as for failover backends. The rules
//     apply to the edge after the update. Answers.Patch selects the response.
//   - DELETE /edges/tls/{id}: 204.
//   - DELETE /edges/tls/{id}/{module}, where module is backend, ip_restriction,
//     mutual_tls, tls_termination or traffic_policy: 204, or 404 if the module is
//     unset.
//   - GET /edges/tls: pages like those of failover backends, with the edges in
//     the member tls_edges, each in the form that GET returns.
//   - GET /edges/https/{edge_id}/routes/{id}/oauth: 200 and the module in the form
//     that PUT returns, or 404 if no module is set.
//   - DELETE /edges/https/{edge_id}/routes/{id}/oauth: 204.
//
// # Answers
//
// With the switches of Answers, this API behaves like a service that
//
//   - responds to a creation with the id alone, or with 202 after it has created
//     the object (Create);
//   - responds to a deletion with 202, after which ActPending deletes, or with 200
//     and {"success":false}, without deleting anything (Delete);
//   - does not find a new object in the first reads (ReadLag);
//   - leaves members out of its lists (ListOmits), or lists an earlier state
//     (FreezeList, ThawList);
//   - returns JSON metadata with other white space (ReformatMetadata);
//   - merges the settings of an OAuth module into the existing module, which
//     preserves former identity providers and access rules (MergesOAuth);
//   - never disables an OAuth module (IgnoresDisable);
//   - has no managed app for some identity providers, and refuses an OAuth module
//     without a client_id for them (NoManagedApp);
//   - returns null for a route without an OAuth module, or a disabled module
//     without an identity provider (NoOAuth);
//   - responds differently to an update, or applies more or less than requested
//     (Patch, PatchIgnores, PatchIgnoresNull, PatchClearsOmitted);
//   - shows unset members, sets, references, secrets and pages in other forms, and
//     adds its own defaults (the other switches).
//
// # Faults
//
// A Hook sees every request that the rate limit lets through, and may delay the
// request, replace or truncate the response, or close the connection, even in the
// middle of a body. The store acts before the fault, after the fault, never, or
// late: when the test calls ActPending. Pending counts the waiting actions. The
// request log keeps requests as they were sent.
package refapi
