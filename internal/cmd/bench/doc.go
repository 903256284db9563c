// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package bench measures the performance of the provider with a real CLI. It contains only
// a benchmark and its test.
package bench
