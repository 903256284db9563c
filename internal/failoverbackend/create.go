// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

// CreationUnknown is the summary of the error after a creation whose outcome is unknown.
// The service may have created a failover backend that is not in state.
const CreationUnknown = "Could not tell whether a failover backend was created"

// shownCandidates is the maximum number of backends in the error
// [CreationUnknown]. A failed creation may have many candidates, and
// an error that lists them all would be too long.
const shownCandidates = 20

// notCreated returns the diagnostic of a failed creation, which started at the given
// time. If the failed request may have created a failover backend, the error lists the
// candidates: the backends that the request may have created.
func (r *failoverBackendResource) notCreated(
	ctx context.Context, settings api.FailoverBackendSettings, started time.Time, err error,
) diag.Diagnostic {
	if !api.MayHaveActed(err) {
		return apidiag.FromError(err)
	}
	candidates, searchErr := search(ctx, r.Session, settings, started)
	text := fmt.Sprintf("%v.\n\nThe service may have created the failover backend, at about %s. The request was not retried, and state lacks the backend.",
		err, started.UTC().Format(time.RFC3339))
	if searchErr != nil {
		text += fmt.Sprintf(" Not all failover backends could be read: %v.", searchErr)
	}
	return diag.NewErrorDiagnostic(CreationUnknown, text+describe(candidates, searchErr == nil))
}

// describe lists the candidates with their import blocks. If there are none, it says so
// only if the whole list was read.
func describe(candidates []api.FailoverBackend, isWhole bool) string {
	const heading = "\nSee \"Could not tell whether a failover backend was created\" in the Troubleshooting guide."
	if len(candidates) == 0 && !isWhole {
		return " Look for the backend with the data source trafficedge_failover_backends before you apply again." + heading
	}
	if len(candidates) == 0 {
		return " The list of failover backends does not show the backend. Check again later with the data source trafficedge_failover_backends." + heading
	}
	var text strings.Builder
	text.WriteString(" The backend may be one of the following. If so, import it before you apply again." + heading)
	for _, candidate := range candidates[:min(len(candidates), shownCandidates)] {
		fmt.Fprintf(&text, "\n\nFailover backend %q, created at %q:\n\n%s", candidate.ID, candidate.CreatedAt.OrZero(),
			apidiag.ImportBlock("trafficedge_failover_backend", candidate.ID))
	}
	if more := len(candidates) - shownCandidates; more > 0 {
		fmt.Fprintf(&text, "\n\nThere are %d more possible backends. All of them were created before these.", more)
	}
	return text.String()
}

// clockTolerance is the maximum time by which a new object's timestamp may precede the
// creation request. The clocks of the provider and the service may differ.
const clockTolerance = time.Hour

// settleTime is the time after which a list is expected to show every earlier write.
const settleTime = 7 * time.Second

// search returns the candidates for a failed creation: the failover
// backends that the creation may have created. The latest candidate is first. The
// creation had the given settings and started at the given time. If the list cannot be
// read to the end, search returns the error together with the candidates
// that it found before the error.
func search(ctx context.Context, s *session.Session, settings api.FailoverBackendSettings, since time.Time) ([]api.FailoverBackend, error) {
	list, err := settled(ctx, s)
	age := list.read.Sub(since) + clockTolerance
	found := slices.DeleteFunc(slices.Clone(list.backends), func(b api.FailoverBackend) bool { return !mayBeCreated(&b, settings, list.served.Add(-age)) })
	slices.SortStableFunc(found, func(a, b api.FailoverBackend) int { return strings.Compare(b.CreatedAt.OrZero(), a.CreatedAt.OrZero()) })
	return found, err
}

// readList is a list of failover backends.
type readList struct {
	backends []api.FailoverBackend
	read     time.Time // when the list was read, by our clock
	served   time.Time // the same time by the service's clock
}

// settled waits for [settleTime] and then returns all failover backends.
// During the wait, the service may complete a creation whose request has failed. Callers
// that start in the same second wait until the same time, and share one list.
func settled(ctx context.Context, s *session.Session) (readList, error) {
	start := time.Now().Add(settleTime + time.Second).Truncate(time.Second)
	flight := start.String()
	shared, err, _ := s.Listing.Do(flight, func() (any, error) {
		following, cancel := session.AfterWrite(ctx)
		defer cancel()
		api.Settle(ctx, time.Until(start))
		// After an interrupt, the wait ends early. Without Forget, a later caller with
		// the same start would share this list, which may lack that caller's backend.
		s.Listing.Forget(flight)
		pages, list := s.API.FailoverBackends(), readList{}
		for backend, err := range pages.All(following) {
			if err != nil {
				return list, err
			}
			list.backends = append(list.backends, *backend)
			list.read, list.served = time.Now(), pages.Served
		}
		return list, nil
	})
	list, _ := shared.(readList)
	return list, err
}

// mayBeCreated reports whether the list element b may come from a creation. The
// creation had the given settings, and the element is not older than since, by the
// service's clock. List elements may be incomplete, so a missing member matches every
// setting. The metadata is not compared, because a service may rewrite metadata.
func mayBeCreated(b *api.FailoverBackend, settings api.FailoverBackendSettings, since time.Time) bool {
	created, err := time.Parse(time.RFC3339, b.CreatedAt.OrZero())
	if err == nil && created.Before(since) {
		return false
	}
	description := b.Description.OrZero()
	return (description == "" || description == settings.Description) &&
		(b.Backends.Value == nil || slices.Equal(*b.Backends.Value, settings.Backends))
}
