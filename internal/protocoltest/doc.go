// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package protocoltest drives the provider through its protocol server, as a CLI
// does, for tests that need no CLI: it plans, applies, refreshes, imports and
// lists. It also makes the checks by which a CLI finds bugs of a provider.
package protocoltest
