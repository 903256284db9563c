// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/sync/errgroup"
)

// failing is a service that responds 503 from one time to another, and otherwise creates. A
// response takes 100 ms.
type failing struct {
	from, to     time.Time
	onlyPOST     bool
	afterwards   int // the status of a read after the outage
	posts, reads atomic.Int32
	reading      sync.Mutex
}

func (f *failing) respond(r *http.Request) *http.Response {
	fails := !time.Now().Before(f.from) && time.Now().Before(f.to)
	if r.Method == http.MethodGet {
		if !f.reading.TryLock() {
			panic("two creations read at the same time")
		}
		defer f.reading.Unlock()
		f.reads.Add(1)
		fails = fails && !f.onlyPOST
	} else {
		f.posts.Add(1)
	}
	select {
	case <-time.After(100 * time.Millisecond):
	case <-r.Context().Done():
	}
	switch {
	case fails:
		return response(http.StatusServiceUnavailable, "")
	case r.Method == http.MethodGet:
		return response(f.afterwards, `{"uri":"/"}`)
	}
	return response(http.StatusCreated, wholeBackend)
}

// outageResult counts how 60 creations ended, of which ten run at the same time.
type outageResult struct{ created, unknown, notSent int32 }

func createMany(t *testing.T, s *service) (got outageResult) {
	t.Helper()
	var creations errgroup.Group
	creations.SetLimit(10)
	for range 60 {
		creations.Go(func() error {
			_, _, err := s.FailoverBackends.Create(t.Context(), FailoverBackendSettings{})
			failure, _ := errors.AsType[*Error](err)
			switch {
			case err == nil:
				atomic.AddInt32(&got.created, 1)
			case MayHaveActed(err):
				atomic.AddInt32(&got.unknown, 1)
			case failure.Class == NotSent && (errors.Is(err, ErrUnavailable) || errors.Is(err, ErrNoneCreated)):
				atomic.AddInt32(&got.notSent, 1)
			default:
				t.Errorf("got %v", err)
			}
			return nil
		})
	}
	_ = creations.Wait()
	return got
}

// An outage begins after 20 creations. Only the outcomes of those in flight become unknown. The
// others wait for its end, which a read shows, also if the service refuses that read.
func TestOutage_creationsWait(t *testing.T) {
	t.Parallel()
	const lasts = 24 * time.Hour
	for name, test := range map[string]struct {
		lasts      time.Duration
		onlyPOST   bool
		afterwards int
		want       outageResult
		reads      int32 // at most
		atMost     time.Duration
	}{
		"short":             {10 * time.Second, false, http.StatusOK, outageResult{50, 10, 0}, 7, 30 * time.Second},
		"refused reads":     {10 * time.Second, false, http.StatusForbidden, outageResult{50, 10, 0}, 7, 30 * time.Second},
		"credentials":       {10 * time.Second, false, http.StatusUnauthorized, outageResult{50, 10, 0}, 7, 30 * time.Second},
		"no list":           {10 * time.Second, false, http.StatusNotFound, outageResult{50, 10, 0}, 7, 30 * time.Second},
		"long":              {lasts, false, http.StatusOK, outageResult{20, 10, 30}, 20, 3 * time.Minute},
		"only of creations": {lasts, true, http.StatusOK, outageResult{20, 18, 22}, 8, 3 * time.Minute},
		"only for a while":  {8 * time.Second, true, http.StatusOK, outageResult{47, 13, 0}, 4, 30 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			begin := time.Now()
			f := &failing{from: begin.Add(200 * time.Millisecond), onlyPOST: test.onlyPOST, afterwards: test.afterwards}
			f.to = f.from.Add(test.lasts)
			s := serve(t, Config{MaxRetries: 5, MaxRetryWait: time.Minute}, f.respond)
			got := createMany(t, s)
			if got != test.want || f.posts.Load() != got.created+got.unknown || f.reads.Load() > test.reads || time.Since(begin) > test.atMost {
				t.Errorf("%s: got %+v after %d creations, %d reads and %s, want %+v", name, got, f.posts.Load(), f.reads.Load(), time.Since(begin), test.want)
			}
		})
	}
}

// If only a read has shown the outage, no creation is sent before its end, and one creation reads for all.
func TestOutage_shownByARead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := &failing{from: time.Now(), to: time.Now().Add(10 * time.Second), afterwards: http.StatusOK}
		s := serve(t, Config{MaxRetryWait: time.Minute}, f.respond)
		wantError(t, getX(t.Context(), s), "503")
		if got := createMany(t, s); got != (outageResult{created: 60}) || f.reads.Load() > 8 {
			t.Errorf("got %+v after %d reads", got, f.reads.Load())
		}
	})
}

// At the end of an outage, creations keep to the rate limit, although each has waited for it before.
func TestOutage_rateLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := &failing{from: time.Now(), to: time.Now().Add(10 * time.Second), afterwards: http.StatusOK}
		var mu sync.Mutex
		var last time.Time
		s := serve(t, Config{MaxRetryWait: time.Minute, RequestsPerMinute: 60}, func(r *http.Request) *http.Response {
			mu.Lock()
			if since := time.Since(last); since < time.Second {
				t.Errorf("a %s was sent %s after another request", r.Method, since)
			}
			last = time.Now()
			mu.Unlock()
			return f.respond(r)
		})
		wantError(t, getX(t.Context(), s), "503")
		if got := createMany(t, s); got != (outageResult{created: 60}) {
			t.Errorf("got %+v", got)
		}
	})
}

// An interrupt ends the wait at once, for the creation that reads and for the others.
func TestOutage_interrupted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := &failing{from: time.Now(), to: time.Now().Add(time.Hour)}
		s := serve(t, Config{MaxRetries: 5, MaxRetryWait: time.Minute}, f.respond)
		wantError(t, createX(t.Context(), s), "503")
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		begin := time.Now()
		var group sync.WaitGroup
		for range 10 {
			group.Go(func() {
				err := createX(ctx, s)
				failure, _ := errors.AsType[*Error](err)
				if failure == nil || failure.Class != NotSent || !errors.Is(err, context.DeadlineExceeded) || time.Since(begin) != 10*time.Second {
					t.Errorf("got %v after %s", err, time.Since(begin))
				}
			})
		}
		group.Wait()
		if f.posts.Load() != 1 {
			t.Errorf("sent %d creations", f.posts.Load())
		}
	})
}
