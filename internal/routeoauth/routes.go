// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"errors"
	"sync"
)

// errTwoSet says that nothing was sent for a module, because another resource has
// set the module of the same route in this process.
var errTwoSet = errors.New("another resource has set the OAuth module of the route")

// routes are what one provider instance knows of each route. A module has no id
// but its route, so after a rename two resources stand for one module, and no CLI
// orders them.
type routes struct {
	mu    sync.Mutex // guards known, and all of a route but isSet
	known map[identity]*route
}

type route struct {
	// writing is full while a request is under way, and guards isSet. It is no mutex,
	// because the fake clock of a test stands still while one is waited for.
	writing chan struct{}
	isSet   bool // a resource has set the module, and keeps the route

	isLeft, isKept, isQuiet bool // by the plan: by some resource, by some, and by some that may send nothing
}

func (r *routes) at(ids identity) *route {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known == nil {
		r.known = map[identity]*route{}
	}
	if r.known[ids] == nil {
		r.known[ids] = &route{writing: make(chan struct{}, 1)}
	}
	return r.known[ids]
}

// set calls put, which sets the module of a route. If one has been set there
// already, it returns errTwoSet.
func (r *routes) set(ids identity, put func() error) error {
	at := r.at(ids)
	at.writing <- struct{}{}
	defer func() { <-at.writing }()
	if at.isSet {
		return errTwoSet
	}
	err := put()
	at.isSet = err == nil
	return err
}

// leave calls send, which disables or deletes the module of a route. It sends
// nothing if a resource has set the module: the route must not end open.
func (r *routes) leave(ids identity, send func() error) error {
	at := r.at(ids)
	at.writing <- struct{}{}
	defer func() { <-at.writing }()
	if at.isSet {
		return nil
	}
	return send()
}

func (r *routes) hasBeenSet(ids identity) bool {
	at := r.at(ids)
	at.writing <- struct{}{}
	defer func() { <-at.writing }()
	return at.isSet
}

// planLeft notes that a resource is planned to disable or delete the module. It
// reports whether another one is planned to keep the route and may send nothing.
func (r *routes) planLeft(ids identity) (leftOpen bool) {
	at := r.at(ids)
	r.mu.Lock()
	defer r.mu.Unlock()
	at.isLeft = true
	return at.isQuiet
}

// planKept notes that a resource is planned to have a route, and whether it surely
// sends its module. It reports whether the route would be left open, and whether
// another resource is planned to have it too.
func (r *routes) planKept(ids identity, sends bool) (leftOpen, shared bool) {
	at := r.at(ids)
	r.mu.Lock()
	defer r.mu.Unlock()
	leftOpen, shared = at.isLeft && !sends, at.isKept
	at.isKept, at.isQuiet = true, at.isQuiet || !sends
	return leftOpen, shared
}
