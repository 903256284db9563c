// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package api is the client of the traffic-routing API: its types, operations,
// paging, errors and transport. It knows nothing of Terraform beyond writing its
// debug log through tflog. An operation is one request, and an update may need a
// read after it. Operations of several requests are in package session.
//
// Every failure is an *[Error]. It names the operation, the request and the
// service's own words, with all known secrets taken out. Cancelling the context of
// an operation stops waits and reads at once. A write that has begun still
// finishes, within the request timeout, so that its outcome is never lost.
//
// An interface section that a comment cites is one of interface.md in this folder.
// statements.md lists the code and the tests that hold it.
package api
