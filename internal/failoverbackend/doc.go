// Package failoverbackend is trafficedge_failover_backend: the resource, its
// data sources and its list resource.
package failoverbackend
