// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package api is the client of the traffic-routing API: types, operations, paging,
// errors and transport. The only code of Terraform in the package is tflog, the
// library for log entries. An operation sends one request, and may retry the
// request. A list needs one request for each page. Operations that combine several
// requests are in package session.
//
// Every failure is an *[Error]. An Error contains the operation, the request and the
// service's message, without any known secret. When the context of an operation is
// canceled, waits and reads stop at once. A write that has begun still finishes within
// the request timeout, so that its outcome is known.
//
// Comments cite sections of the file interface.md in this folder as "interface
// section". The file statements.md lists each statement of the API documentation,
// with the code and the tests for that statement.
package api
