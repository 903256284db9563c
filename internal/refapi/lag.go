// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

// FreezeList makes the lists show the store as it is now, until ThawList or
// another FreezeList.
func (a *API) FreezeList() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.failoverBackends.freeze()
	a.tlsEdges.freeze()
}

// ThawList makes the lists show the store as it is.
func (a *API) ThawList() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.failoverBackends.thaw()
	a.tlsEdges.thaw()
}

// lagBehind hides a new object from GET for as long as the switches ask. The
// caller holds the API's lock.
func (a *API) lagBehind(id string) {
	if a.answers.ReadLag > 0 {
		a.lagging[id] = a.answers.ReadLag
	}
}

// lags reports whether GET does not see an object yet, and counts this GET. The
// caller holds the API's lock.
func (a *API) lags(id string) bool {
	if a.lagging[id] == 0 {
		return false
	}
	a.lagging[id]--
	return true
}
