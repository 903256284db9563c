// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package api is the client of the traffic-routing API: types, operations, paging, errors
// and transport. Of Terraform's libraries, the package uses only tflog, which writes log
// entries. An operation sends one request, and may retry the request. A list needs one
// request for each page. Operations that combine several requests are in package session.
//
// Every failure is an *[Error]. An Error contains the operation, the request and the
// service's message, but no known secret. When the context of an operation is canceled,
// waits and reads stop at once. A write that has begun still finishes within the request
// timeout, so that its outcome is known.
//
// In comments, "interface section 4.1" means section 4.1 of the file interface.md in this
// folder. The file statements.md lists each statement of the API documentation, with its
// tests.
package api
