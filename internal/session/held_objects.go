// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"fmt"
	"sync"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// heldObjects are the objects of one kind that resources of this process hold:
// those created or refreshed here, until they are found to be gone. Two resources
// must not hold one object, because destroying one would delete the other's. The
// zero value has none.
type heldObjects struct{ ids sync.Map }

// refreshed notes the result of reading an object.
func (h *heldObjects) refreshed(id string, err error) {
	switch {
	case err == nil:
		h.ids.Store(id, nil)
	case api.IsNotFound(err):
		h.ids.Delete(id)
	}
}

// deleted notes the result of deleting an object.
func (h *heldObjects) deleted(id string, err error) {
	if err == nil {
		h.ids.Delete(id)
	}
}

// created notes the id in the answer to a creation. It fails if another resource
// holds that object: what the creation made is unknown then.
func (h *heldObjects) created(operation, id string) error {
	if _, isHeld := h.ids.LoadOrStore(id, nil); !isHeld {
		return nil
	}
	return &api.Error{Operation: operation, CreationUnknown: true, Err: fmt.Errorf("the service answered with the id %q, which another "+
		"resource of this run has; something in front of the service may have repeated an earlier answer", id)}
}
