// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package failoverbackend is trafficedge_failover_backend: the resource, its
// data sources and its list resource.
package failoverbackend
