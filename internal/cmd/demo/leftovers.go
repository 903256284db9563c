// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// leftovers describes the objects that remain after a destroy: OAuth modules, and edges if
// the API cannot delete them. The error lists every other remaining object, and every OAuth
// module that the destroy has changed.
func leftovers(api *refapi.API, undocumented bool) (kept []string, err error) {
	var wrong []error
	for _, backend := range api.FailoverBackends() {
		wrong = append(wrong, fmt.Errorf("failover backend %s is still there", backend.ID))
	}
	for _, edge := range api.TLSEdges() {
		if undocumented {
			wrong = append(wrong, fmt.Errorf("TLS edge %s is still there", edge.ID))
		} else {
			kept = append(kept, fmt.Sprintf("TLS edge %s: the API has no way to delete one, so it was abandoned.", edge.ID))
		}
	}
	for _, path := range modulePaths(api) {
		ids := strings.Split(path, "/") // "", edges, https, EDGE, routes, ROUTE, oauth
		switch module, there := api.RouteOAuth(ids[3], ids[5]); {
		case !there || !module.Enabled:
			wrong = append(wrong, fmt.Errorf("the destroy opened the route of the OAuth module %s", path))
		default:
			kept = append(kept, fmt.Sprintf("OAuth module %s: a destroy leaves it as it is, so that no route opens.", path))
		}
	}
	slices.Sort(kept)
	return kept, errors.Join(wrong...)
}

// modulePaths returns the path of every OAuth module that was set. Only OAuth modules are
// set with PUT.
func modulePaths(api *refapi.API) (paths []string) {
	for _, request := range api.Requests() {
		if request.Method == http.MethodPut && !slices.Contains(paths, request.Path) {
			paths = append(paths, request.Path)
		}
	}
	return paths
}
