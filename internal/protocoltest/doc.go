// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package protocoltest drives the provider through its protocol server, as a CLI
// does, for tests that need no CLI: it plans, applies, refreshes, imports and
// lists, and checks what a CLI would refuse as a bug of the provider.
package protocoltest
