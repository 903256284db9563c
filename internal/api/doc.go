// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package api is the client of the traffic-routing API: its types, operations, paging,
// errors and transport. It does not depend on Terraform, except that it writes its
// debug log through tflog. An operation sends one request; an update may send a read
// after it. Operations that send several requests are in package session.
//
// Every failure is an *[Error]. An Error contains the operation, the request and the
// message of the service, with all known secrets removed. When the context of an
// operation is canceled, waits and reads stop at once. A write that has begun still
// finishes, within the request timeout, so that its outcome is known.
//
// Comments cite sections of interface.md in this folder as "interface section". The
// file statements.md lists each statement of the interface with its code and its tests.
package api
