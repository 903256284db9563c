// Package routeoauth is trafficedge_https_edge_route_oauth: the OAuth module of
// an HTTPS edge route.
package routeoauth
