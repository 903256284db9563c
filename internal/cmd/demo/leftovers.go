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

// leftovers describes the objects that remain after a destroy because the API cannot
// delete them. The error lists every object that the destroy should have deleted or
// disabled. With undocumented operations, these are all remaining objects.
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
		case there && undocumented:
			wrong = append(wrong, fmt.Errorf("the OAuth module %s is still there", path))
		case there && module.Enabled:
			wrong = append(wrong, fmt.Errorf("the OAuth module %s is still enabled", path))
		case there:
			kept = append(kept, fmt.Sprintf("OAuth module %s: disabled, since the API has no way to delete one.", path))
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
