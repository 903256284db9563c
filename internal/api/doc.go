// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package api is the client of the traffic-routing API. Of Terraform's libraries, it uses only
// tflog, which writes log entries. Every failure is an *[Error]. When the context of an
// operation is canceled, waits and reads stop at once. A write that has begun still finishes
// within the request timeout, so that its outcome is known.
//
// In comments, "interface section 4.1" means section 4.1 of interface.md in this folder. The
// file decisions.md lists what we decided where the API documentation is silent, with the tests.
package api
