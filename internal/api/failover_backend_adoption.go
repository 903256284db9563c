package api

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// ErrNothingToAdopt says that the list holds no failover backend that a
// creation of unknown outcome can have made.
var ErrNothingToAdopt = errors.New("no failover backend matches the request")

// SeveralToAdoptError says that what a creation of unknown outcome made cannot
// be told from something else.
type SeveralToAdoptError struct {
	IDs []string
}

// Error names all that match.
func (e *SeveralToAdoptError) Error() string {
	return fmt.Sprintf("failover backends that match the request: %s", strings.Join(e.IDs, ", "))
}

// clockTolerance covers the whole seconds of a Date header, and small
// differences between the service's own clocks.
const clockTolerance = 2 * time.Second

// creations knows which failover backends cannot be what a creation of unknown
// outcome has made: those that this client has created or adopted, and those
// that somebody asked it for by id. Creations run side by side; an adoption runs
// alone, so that it cannot take for its own what another creation has made but
// not heard of yet.
type creations struct {
	running sync.RWMutex

	mu    sync.Mutex
	known map[string]bool
}

func (c *creations) claim(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil {
		c.known = map[string]bool{}
	}
	c.known[id] = true
}

func (c *creations) claimed(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.known[id]
}

// AdoptFailoverBackend returns the failover backend that a creation of unknown
// outcome has made: the only one in the list with exactly these settings that
// was created since, and that no other call on this client has created or asked
// for by its id. It fails with [ErrNothingToAdopt] or a *[SeveralToAdoptError].
func (c *Client) AdoptFailoverBackend(ctx context.Context, settings FailoverBackendSettings, since time.Time) (*FailoverBackend, error) {
	c.creations.running.Lock()
	defer c.creations.running.Unlock()

	var candidates []FailoverBackend
	ageUnknown := false
	for backend, err := range c.FailoverBackends(ctx) {
		if err != nil {
			return nil, err
		}
		if !backend.has(settings) || c.creations.claimed(backend.ID) {
			continue
		}
		created, err := time.Parse(time.RFC3339, backend.CreatedAt)
		if err != nil {
			ageUnknown = true
		} else if created.Before(c.serviceTime(since).Add(-clockTolerance)) {
			continue
		}
		candidates = append(candidates, *backend)
	}
	switch {
	case len(candidates) == 0:
		return nil, ErrNothingToAdopt
	case len(candidates) > 1 || ageUnknown:
		several := &SeveralToAdoptError{}
		for _, candidate := range candidates {
			several.IDs = append(several.IDs, candidate.ID)
		}
		return nil, several
	}
	c.creations.claim(candidates[0].ID)
	return &candidates[0], nil
}

func (b *FailoverBackend) has(settings FailoverBackendSettings) bool {
	return textOf(b.Description) == settings.Description &&
		textOf(b.Metadata) == settings.Metadata &&
		slices.Equal(b.Backends, settings.Backends)
}

func textOf(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// serviceTime converts a time of this machine's clock to the service's, as far
// as its last answer told it (RFC 9110, section 6.6.1).
func (c *Client) serviceTime(t time.Time) time.Time {
	return t.Add(time.Duration(c.clockOffset.Load()))
}

func (c *Client) noteServiceClock(date string, now time.Time) {
	if told, err := time.Parse(time.RFC1123, date); err == nil {
		c.clockOffset.Store(int64(told.Sub(now)))
	}
}
