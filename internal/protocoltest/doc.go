// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package protocoltest drives the provider through its protocol server, as a CLI does.
// Tests therefore need no CLI: the package plans, applies, refreshes, imports and lists.
// It also makes the checks with which a CLI detects bugs in a provider. TestAccProtocol in
// package acctest compares it with a real CLI.
package protocoltest
