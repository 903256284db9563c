// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package api is the client of the traffic-routing API: its types, operations,
// paging, errors and transport. It knows nothing of Terraform beyond writing
// its debug log through tflog. An operation is one request, and one more where the
// answer to an update is not the whole object; what takes several is in session.
//
// Every operation takes a context, and every failure is an *[Error] that names
// the operation, the request and the service's own words, with all known
// secrets taken out. A write that has begun is finished even if its context is
// cancelled meanwhile, bounded by the request timeout, so that its outcome is
// never lost; waiting, and reads, stop at once.
//
// Where a comment cites an interface section, it is one of interface.md in this
// folder; statements.md says what holds it.
package api
