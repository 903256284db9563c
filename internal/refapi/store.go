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
	byID   map[string]*entry[T]
	order  []*entry[T]    // by serial number, with the removed ones until they are swept
	gone   int            // removed ones in order
	serial uint64         // the last one given out
	frozen *collection[T] // what a list shows; nil for what is there
}

type entry[T any] struct {
	serial uint64
	id     string
	value  T
	gone   bool
}

func newCollection[T any]() *collection[T] {
	return &collection[T]{byID: map[string]*entry[T]{}}
}

// put stores an object, in place of one that has its id already.
func (c *collection[T]) put(id string, value T) {
	if e, there := c.byID[id]; there {
		e.value = value
		return
	}
	c.serial++
	e := &entry[T]{serial: c.serial, id: id, value: value}
	c.byID[id] = e
	c.order = append(c.order, e)
}

func (c *collection[T]) get(id string) (value T, there bool) {
	e, there := c.byID[id]
	if !there {
		return value, false
	}
	return e.value, true
}

func (c *collection[T]) remove(id string) bool {
	e, there := c.byID[id]
	if !there {
		return false
	}
	delete(c.byID, id)
	e.gone = true
	c.gone++
	// The sweep waits until half is waste. A removal then costs the same on
	// average, however many objects there are.
	if c.gone > len(c.order)/2 {
		c.order = slices.DeleteFunc(c.order, func(e *entry[T]) bool { return e.gone })
		c.gone = 0
	}
	return true
}

// freeze keeps a copy of the present objects for listed. Values are replaced and
// never written into, so the copies share them.
func (c *collection[T]) freeze() {
	c.frozen = newCollection[T]()
	for _, e := range c.order {
		if !e.gone {
			c.frozen.order = append(c.frozen.order, new(*e))
		}
	}
}

func (c *collection[T]) thaw() {
	c.frozen = nil
}

// listed is after, on the objects of the time when the collection was frozen.
func (c *collection[T]) listed(serial uint64, limit int) (values []T, last uint64, more bool) {
	if c.frozen != nil {
		return c.frozen.after(serial, limit)
	}
	return c.after(serial, limit)
}

func (c *collection[T]) all() []T {
	values, _, _ := c.after(0, len(c.order))
	return values
}

// after returns up to limit objects whose serial number is above the given
// one, the last one's serial number, and whether there are more.
func (c *collection[T]) after(serial uint64, limit int) (values []T, last uint64, more bool) {
	start, _ := slices.BinarySearchFunc(c.order, serial+1, func(e *entry[T], serial uint64) int { return cmp.Compare(e.serial, serial) })
	for _, e := range c.order[start:] {
		if e.gone {
			continue
		}
		if len(values) == limit {
			return values, last, true
		}
		values, last = append(values, e.value), e.serial
	}
	return values, last, false
}

// copies returns copies of all objects in order of creation.
func copies[T interface{ clone() T }](a *API, from *collection[T]) []T {
	a.mu.Lock()
	defer a.mu.Unlock()
	values := from.all()
	for i := range values {
		values[i] = values[i].clone()
	}
	return values
}

// changed lets a function change a copy of an object and stores the copy.
// Answers that are being written share stored objects, so these are replaced and
// never written into. It reports whether there is an object with this id.
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
