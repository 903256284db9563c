// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"cmp"
	"crypto/rand"
	"slices"
	"time"
)

// collection keeps objects in their order of creation. Every object has a serial
// number that is never given out again. Pages are cut by it, so that objects
// that come and go between two pages move no others.
type collection[T any] struct {
	serials map[string]uint64 // by id
	order   []entry[T]        // by serial number
	serial  uint64            // the last one given out
	frozen  []entry[T]        // what a list shows; nil for what is there
}

type entry[T any] struct {
	serial uint64
	value  T
}

func newCollection[T any]() *collection[T] {
	return &collection[T]{serials: map[string]uint64{}}
}

// search returns the place in a sorted list of the entry with a serial number, and
// whether it is there.
func search[T any](order []entry[T], serial uint64) (place int, there bool) {
	return slices.BinarySearchFunc(order, serial, func(e entry[T], serial uint64) int { return cmp.Compare(e.serial, serial) })
}

// put stores an object, in place of one that has its id already.
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

// freeze keeps a copy of the present objects for listed. Values are replaced and
// never written into, so the copies share them.
func (c *collection[T]) freeze() {
	c.frozen = append([]entry[T]{}, c.order...)
}

func (c *collection[T]) thaw() {
	c.frozen = nil
}

// listed returns up to limit objects whose serial number is above the given one,
// the last one's serial number, and whether there are more. It shows the objects
// of the time when the collection was frozen.
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

// copies returns copies of all objects in order of creation.
func copies[T interface{ clone() T }](a *API, from *collection[T]) []T {
	a.mu.Lock()
	defer a.mu.Unlock()
	values := make([]T, len(from.order))
	for i, e := range from.order {
		values[i] = e.value.clone()
	}
	return values
}

// changed lets a function change a copy of an object and stores the copy. A frozen
// list shares stored objects, so these are replaced and never written into. It
// reports whether there is an object with this id.
func changed[T interface{ clone() T }](a *API, in *collection[T], id string, change func(*T)) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	stored, there := in.get(id)
	if !there {
		return false
	}
	stored = stored.clone()
	change(&stored)
	in.put(id, stored.clone())
	return true
}

// newID returns an id that no other object has.
func newID(prefix string) string {
	return prefix + "_" + rand.Text()
}

// now returns a creation time as answers show it.
func now() string {
	return time.Now().UTC().Format("2006-01-02T15:04:05.000000Z07:00")
}
