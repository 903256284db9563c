// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"cmp"
	"crypto/rand"
	"slices"
	"time"
)

// collection stores objects in their order of creation. Lists and modules in an object are
// never changed, but replaced, because snapshots and callers share them. Each object has a
// serial number that is never reused. A page starts after a serial number, so a list
// neither repeats nor skips objects if others are created or deleted between two requests.
type collection[T any] struct {
	serials map[string]uint64 // by id
	order   []entry[T]        // sorted by serial number
	serial  uint64            // of the newest object
	frozen  []entry[T]        // if not nil, lists show these objects instead of the field order
}

type entry[T any] struct {
	serial uint64
	value  T
}

func newCollection[T any]() *collection[T] {
	return &collection[T]{serials: map[string]uint64{}}
}

// search returns the index of the entry with this serial number, and reports
// whether the entry exists. The entries must be sorted by serial number.
func search[T any](order []entry[T], serial uint64) (place int, there bool) {
	return slices.BinarySearchFunc(order, serial, func(e entry[T], serial uint64) int { return cmp.Compare(e.serial, serial) })
}

// put stores an object. If an object with this id exists, the new object replaces it.
func (c *collection[T]) put(id string, value T) {
	if i, there := search(c.order, c.serials[id]); there {
		c.order[i].value = value
		return
	}
	c.serial++
	c.serials[id] = c.serial
	c.order = append(c.order, entry[T]{c.serial, value})
}

func (c *collection[T]) get(id string) (value T, there bool) {
	i, there := search(c.order, c.serials[id])
	if there {
		value = c.order[i].value
	}
	return value, there
}

func (c *collection[T]) remove(id string) bool {
	i, there := search(c.order, c.serials[id])
	if there {
		c.order = slices.Delete(c.order, i, i+1)
		delete(c.serials, id)
	}
	return there
}

// freeze copies the current entries. Until frozen is nil again, listed()
// returns objects from this copy. A shallow copy is enough, because the store
// replaces objects and never modifies them.
func (c *collection[T]) freeze() {
	c.frozen = append([]entry[T]{}, c.order...)
}

// listed returns the first objects with serial numbers above the given number, but no
// more objects than limit. It also returns the serial number of the last returned object,
// and reports whether more objects follow. If the collection is frozen, all results come
// from the frozen copy.
func (c *collection[T]) listed(serial uint64, limit int) (values []T, last uint64, more bool) {
	order := c.order
	if c.frozen != nil {
		order = c.frozen
	}
	start, _ := search(order, serial+1)
	end := min(start+limit, len(order))
	for _, e := range order[start:end] {
		values, last = append(values, e.value), e.serial
	}
	return values, last, end < len(order)
}

// all returns all objects in order of creation.
func all[T any](a *API, from *collection[T]) []T {
	a.mu.Lock()
	defer a.mu.Unlock()
	values := make([]T, len(from.order))
	for i, e := range from.order {
		values[i] = e.value
	}
	return values
}

// changed applies a function to an object, and reports whether there is an object with
// this id.
func changed[T any](a *API, in *collection[T], id string, change func(*T)) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	stored, there := in.get(id)
	if there {
		change(&stored)
		in.put(id, stored)
	}
	return there
}

// newID returns an unused id.
func newID(prefix string) string {
	return prefix + "_" + rand.Text()
}

// now returns the current time by the API's clock.
func (a *API) now() time.Time {
	return time.Now().Add(a.options.ClockOffset).UTC()
}

// createdNow returns the created_at of a new object.
func (a *API) createdNow() string {
	return a.now().Add(a.options.CreatedAtOffset).Format("2006-01-02T15:04:05.000000Z07:00")
}
