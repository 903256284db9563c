// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package failoverbackend implements the resource and the list resource
// trafficedge_failover_backend, and the data sources trafficedge_failover_backend and
// trafficedge_failover_backends.
package failoverbackend
