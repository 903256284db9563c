// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"crypto/subtle"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// anyID is the placeholder for an id in a route's path.
const anyID = "*"

type handler func(*exchange) (response, *problem)

// route is one path of the API with the operations of this path.
type route struct {
	path    []string
	methods map[string]handler
}

// exchange is one request while the API processes it.
type exchange struct {
	api          *API
	request      *http.Request
	body         []byte
	bodyTooLarge bool
	requestID    string
	base         string
	ids          []string // the unescaped ids in the path, in order
}

// routes returns the paths with the documented operations (interface section
// 4). If undocumented is true, routes adds the undocumented operations.
func routes(undocumented bool) []route {
	tlsEdges := map[string]handler{http.MethodPost: createTLSEdge}
	tlsEdge := map[string]handler{http.MethodGet: getTLSEdge}
	routeOAuth := map[string]handler{http.MethodPut: putRouteOAuth}
	if undocumented {
		tlsEdges[http.MethodGet] = listTLSEdges
		tlsEdge[http.MethodPatch] = patchTLSEdge
		tlsEdge[http.MethodDelete] = deleteTLSEdge
		routeOAuth[http.MethodGet] = getRouteOAuth
	}
	return append(edgeModuleRoutes(undocumented), []route{
		{[]string{"backends", "failover"}, map[string]handler{
			http.MethodGet:  listFailoverBackends,
			http.MethodPost: createFailoverBackend,
		}},
		{[]string{"backends", "failover", anyID}, map[string]handler{
			http.MethodGet:    getFailoverBackend,
			http.MethodPatch:  patchFailoverBackend,
			http.MethodDelete: deleteFailoverBackend,
		}},
		{[]string{"edges", "tls"}, tlsEdges},
		{[]string{"edges", "tls", anyID}, tlsEdge},
		{[]string{"edges", "https", anyID, "routes", anyID, "oauth"}, routeOAuth},
	}...)
}

// act processes the request and returns the ordinary response, without any fault.
func (c *exchange) act() response {
	got, p := c.dispatch()
	if p != nil {
		got = p.response(c.requestID)
	}
	return c.stamped(got)
}

// stamped adds the request id to a response.
func (c *exchange) stamped(a response) response {
	a.header = a.header.Clone()
	if a.header == nil {
		a.header = http.Header{}
	}
	a.header.Set(requestIDHeader, c.requestID)
	return a
}

func (c *exchange) dispatch() (response, *problem) {
	if !c.authorized() {
		return response{}, wrongToken()
	}
	segments, ok := pathSegments(c.request)
	if !ok {
		return response{}, unknownPath()
	}
	for _, route := range c.api.routes {
		ids, matches := route.match(segments)
		if !matches {
			continue
		}
		handle, allowed := route.methods[c.request.Method]
		if !allowed {
			return response{}, methodNotAllowed(slices.Sorted(maps.Keys(route.methods)))
		}
		if c.bodyTooLarge {
			return response{}, bodyTooLarge()
		}
		c.ids = ids
		return handle(c)
	}
	return response{}, unknownPath()
}

func (c *exchange) authorized() bool {
	want := c.api.options.Token
	if want == "" {
		return true
	}
	scheme, token, _ := strings.Cut(c.request.Header.Get("Authorization"), " ")
	return strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare([]byte(token), []byte(want)) == 1
}

// pathSegments returns the unescaped segments of the path. It splits the path
// before unescaping, because an id may contain an escaped slash. It reports
// whether the path is valid.
func pathSegments(r *http.Request) ([]string, bool) {
	rest, rooted := strings.CutPrefix(r.URL.EscapedPath(), "/")
	if !rooted {
		return nil, false
	}
	segments := strings.Split(rest, "/")
	for i, segment := range segments {
		unescaped, err := url.PathUnescape(segment)
		if err != nil {
			return nil, false
		}
		segments[i] = unescaped
	}
	return segments, true
}

// match reports whether a path matches this route, and returns the ids in the path.
func (r route) match(segments []string) (ids []string, matches bool) {
	if len(segments) != len(r.path) {
		return nil, false
	}
	for i, want := range r.path {
		switch {
		case want == anyID && segments[i] != "":
			ids = append(ids, segments[i])
		case want != segments[i]:
			return nil, false
		}
	}
	return ids, true
}

// link returns the URI with the given base and path segments.
func link(base string, segments ...string) string {
	var uri strings.Builder
	uri.WriteString(base)
	for _, segment := range segments {
		uri.WriteByte('/')
		switch segment {
		case ".", "..":
			// Without this escaping, a client that resolves the URI would remove the
			// segment and, for "..", also the preceding segment.
			uri.WriteString(strings.ReplaceAll(segment, ".", "%2E"))
		default:
			uri.WriteString(url.PathEscape(segment))
		}
	}
	return uri.String()
}
