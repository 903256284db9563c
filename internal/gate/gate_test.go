// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package gate

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// service answers requests through a gate on the fake clock, and notes when.
type service struct {
	*Gate

	t      *testing.T
	answer func(at time.Duration) *http.Response
	takes  time.Duration // to answer
	begin  time.Time
	mu     sync.Mutex
	sent   []time.Duration
}

func serve(t *testing.T, config Config, answer func(at time.Duration) *http.Response) *service {
	t.Helper()
	config.LongestPause = max(config.LongestPause, time.Minute)
	return &service{Gate: New(config), t: t, answer: answer, takes: 10 * time.Millisecond, begin: time.Now()}
}

// ask sends one request. Only what was sent is answered.
func (s *service) ask(ctx context.Context) int {
	s.t.Helper()
	wasSent := false
	received, err := s.Pass(ctx, func() (*http.Response, bool, error) {
		wasSent = true
		at := time.Since(s.begin)
		s.mu.Lock()
		s.sent = append(s.sent, at)
		received := s.answer(at)
		s.mu.Unlock()
		<-time.After(s.takes)
		return received, true, nil
	})
	if (err == nil) != wasSent && ctx.Err() == nil {
		s.t.Errorf("sent %t, got %v, %v", wasSent, received, err)
	}
	if err != nil {
		if ctx.Err() == nil && !errors.Is(err, ErrHeldBack) {
			s.t.Errorf("got %v", err)
		}
		return 0
	}
	return received.StatusCode
}

func answering(status int, retryAfter string) *http.Response {
	received := &http.Response{StatusCode: status, Header: http.Header{}}
	if retryAfter != "" {
		received.Header.Set("Retry-After", retryAfter)
	}
	return received
}

// until answers with a refusal until a time, and with success from then on.
func until(end time.Duration, status int, retryAfter string) func(time.Duration) *http.Response {
	return func(at time.Duration) *http.Response {
		if at < end {
			return answering(status, retryAfter)
		}
		return answering(http.StatusOK, "")
	}
}

// perWindow lets a number of requests through in any window of this length.
func perWindow(limit int, window time.Duration) func(time.Duration) *http.Response {
	var admitted []time.Duration
	return func(at time.Duration) *http.Response {
		admitted = slices.DeleteFunc(admitted, func(earlier time.Duration) bool { return earlier <= at-window })
		if len(admitted) == limit {
			return answering(http.StatusTooManyRequests, "")
		}
		admitted = append(admitted, at)
		return answering(http.StatusOK, "")
	}
}

// A limit that is counted over some time delays a run and does not end it, without
// Retry-After and without retries. Meanwhile one request probes for all.
func TestGate_waitsOutALimit(t *testing.T) {
	t.Parallel()
	const requests, limit, parallel = 130, 120, 10
	for _, window := range []time.Duration{time.Second, 59 * time.Second, time.Minute, 2 * time.Minute} {
		t.Run(window.String(), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := serve(t, Config{}, perWindow(limit, window))
				var group sync.WaitGroup
				for range parallel {
					group.Go(func() {
						for range requests / parallel {
							if status := s.ask(t.Context()); status != http.StatusOK {
								t.Errorf("answered %d", status)
							}
						}
					})
				}
				group.Wait()
				// The first refusal reaches all that are under way. Each pause is twice as
				// long as the one before.
				if extra := len(s.sent) - requests; extra > parallel+10 {
					t.Errorf("%d requests were refused", extra)
				}
				if took := time.Since(s.begin); took > 2*window+time.Second {
					t.Errorf("took %s", took)
				}
			})
		})
	}
}

// A service that refuses for ever fails all that wait, together and in bounded
// time, and what comes later with the next probe.
func TestGate_aLimitWithoutEnd(t *testing.T) {
	t.Parallel()
	const parallel = 10
	limitThenBusy := func(at time.Duration) *http.Response {
		if at < time.Second {
			return answering(429, "0")
		}
		return answering(503, "0")
	}
	asked := 0
	busyAfterLimit := func(time.Duration) *http.Response {
		asked++
		switch {
		case asked <= parallel:
			return answering(429, "0")
		case asked == parallel+1:
			return answering(200, "")
		}
		return answering(503, "0")
	}
	for name, test := range map[string]struct {
		config      Config
		answer      func(time.Duration) *http.Response
		least, most time.Duration
		maxProbes   int
	}{
		"429":                  {Config{}, until(time.Hour, 429, ""), 2 * time.Minute, 3 * time.Minute, 10},
		"429, retries":         {Config{MaxRetries: 100}, until(time.Hour, 429, ""), 2 * time.Minute, 3 * time.Minute, 10},
		"429 with Retry-After": {Config{}, until(time.Hour, 429, "60"), 2 * time.Minute, 3 * time.Minute, 3},
		"429, then 503":        {Config{}, limitThenBusy, 2 * time.Minute, 3 * time.Minute, 10},
		"429, ended, then 503": {Config{}, busyAfterLimit, 0, time.Second, 3},
		"429, long pauses":     {Config{LongestPause: 5 * time.Minute}, until(time.Hour, 429, "60"), 5 * time.Minute, 9 * time.Minute, 6},
		"503":                  {Config{MaxRetries: 5}, until(time.Hour, 503, "0"), 7 * time.Second, 9 * time.Second, 5},
		"503, no retries":      {Config{}, until(time.Hour, 503, "0"), 0, 20 * time.Millisecond, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := serve(t, test.config, test.answer)
				var group sync.WaitGroup
				ask := func(isAnswered bool) {
					if got := s.ask(t.Context()); (got != 0) != isAnswered {
						t.Errorf("answered %d", got)
					}
					if took := time.Since(s.begin); took < test.least || took > test.most {
						t.Errorf("ended after %s", took)
					}
				}
				for range parallel {
					group.Go(func() { ask(true) })
				}
				<-time.After(15 * time.Millisecond)
				for range parallel {
					group.Go(func() { ask(false) })
				}
				group.Wait()
				if len(s.sent) > parallel+test.maxProbes {
					t.Errorf("sent at %v", s.sent)
				}
				ask(false)
			})
		})
	}
}

// A request that alone is refused, while others get through, ends too.
func TestGate_aLimitForOne(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, Config{}, until(time.Hour, http.StatusTooManyRequests, ""))
		ctx, cancel := context.WithCancel(t.Context())
		var others sync.WaitGroup
		others.Go(func() {
			for ctx.Err() == nil {
				_, _ = s.Pass(ctx, func() (*http.Response, bool, error) { return answering(http.StatusOK, ""), true, nil })
				<-time.After(100 * time.Millisecond)
			}
		})
		if status := s.ask(t.Context()); status != http.StatusTooManyRequests {
			t.Errorf("answered %d", status)
		}
		if took := time.Since(s.begin); took < 2*time.Minute || took > 3*time.Minute {
			t.Errorf("took %s", took)
		}
		cancel()
		others.Wait()
	})
}

// Requests that waited out a pause resume one by one behind the first, in the order
// of their arrival. Later ones are not held back.
func TestGate_resumesEvenly(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, Config{}, until(time.Second, http.StatusTooManyRequests, "10"))
		const waiting = 100
		var group sync.WaitGroup
		for range waiting {
			group.Go(func() { s.ask(t.Context()) })
			synctest.Wait()
		}
		group.Wait()
		if len(s.sent) != waiting+waiting {
			t.Fatalf("sent %d", len(s.sent))
		}
		resumed := s.sent[waiting:]
		for i, at := range resumed {
			if want := resumed[0] + time.Duration(i)*resumeInterval; at < 10*time.Second || at != want {
				t.Errorf("request %d resumed after %s, expected %s", i, at, want)
			}
		}
		<-time.After(resumeInterval)
		before := time.Now()
		s.ask(t.Context())
		if took := time.Since(before); took > 10*time.Millisecond {
			t.Errorf("a later request took %s", took)
		}
	})
}

// The longest pause counts, and a failure asks for none.
func TestGate_pause(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		answers     []*http.Response
		least, most time.Duration
	}{
		"longer later":  {[]*http.Response{answering(429, "1"), answering(429, "5")}, 5 * time.Second, 6 * time.Second},
		"shorter later": {[]*http.Response{answering(429, "5"), answering(429, "1")}, 5 * time.Second, 6 * time.Second},
		"failures":      {[]*http.Response{answering(500, ""), answering(503, ""), answering(500, "5")}, 0, 3 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				g := New(Config{LongestPause: time.Minute})
				begin := time.Now()
				var group sync.WaitGroup
				for i, received := range test.answers {
					group.Go(func() {
						_, _ = g.Pass(t.Context(), func() (*http.Response, bool, error) {
							<-time.After(time.Duration(i+1) * time.Millisecond)
							return received, false, nil
						})
					})
				}
				group.Wait()
				received, err := g.Pass(t.Context(), func() (*http.Response, bool, error) { return answering(http.StatusOK, ""), true, nil })
				if err != nil || received.StatusCode != http.StatusOK {
					t.Errorf("got %v, %v", received, err)
				}
				if took := time.Since(begin); took < test.least || took > test.most {
					t.Errorf("the next request was sent after %s", took)
				}
			})
		})
	}
}

// A request whose context ends before it is sent is not sent, and leaves its turn
// to the next.
func TestGate_anEndedContextSendsNothing(t *testing.T) {
	t.Parallel()
	refuse := func(s *service) {
		_, _ = s.Pass(s.t.Context(), func() (*http.Response, bool, error) { return answering(429, "5"), false, nil })
	}
	for name, test := range map[string]struct {
		config Config
		before func(*service)
		ends   time.Duration
	}{
		"before a probe": {Config{}, func(s *service) { refuse(s); <-time.After(10 * time.Second) }, 0},
		"before":         {Config{}, func(*service) {}, 0},
		"for its slot":   {Config{RequestsPerMinute: 1}, func(s *service) { s.ask(s.t.Context()) }, time.Second},
		"in a pause":     {Config{}, refuse, time.Second},
		"behind another": {Config{}, func(s *service) { refuse(s); go s.ask(s.t.Context()) }, time.Second},
		"behind a probe": {Config{RequestsPerMinute: 1}, func(s *service) { refuse(s); go s.ask(s.t.Context()) }, 30 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := serve(t, test.config, until(0, 0, ""))
				test.before(s)
				synctest.Wait()
				begin := time.Now()
				ctx, cancel := context.WithTimeout(t.Context(), test.ends)
				defer cancel()
				sent := len(s.sent)
				// Whether an ended context or a free turn is seen first is chance.
				for range 20 {
					s.ask(ctx)
					if len(s.sent) > sent || time.Since(begin) > test.ends {
						t.Errorf("sent at %v, ended after %s", s.sent, time.Since(begin))
					}
				}
				if status := s.ask(t.Context()); status != http.StatusOK {
					t.Errorf("the next was answered %d", status)
				}
			})
		})
	}
}

// The configured rate holds in and after pauses too.
func TestGate_requestsPerMinute(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, Config{RequestsPerMinute: 60}, until(5*time.Second, http.StatusTooManyRequests, ""))
		var group sync.WaitGroup
		for range 10 {
			group.Go(func() { s.ask(t.Context()) })
		}
		group.Wait()
		for i, at := range s.sent[1:] {
			if gap := at - s.sent[i]; gap < time.Second-time.Microsecond { // The limiter counts in fractions of a request.
				t.Errorf("sent another request after %s", gap)
			}
		}
		if last := s.sent[len(s.sent)-1]; last > 20*time.Second {
			t.Errorf("sent at %v", s.sent)
		}
	})
}

// An answer to what was under way when the pause began does not replace the probe.
func TestGate_oneProbes(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		limit, slow time.Duration // when the limit ends, and when the slow answer comes
		answer      *http.Response
		at          time.Duration
		sent        int
	}{
		"a late success":            {time.Hour, 2 * time.Second, answering(200, ""), 3900 * time.Millisecond, 2},
		"a late refusal of a probe": {2 * time.Second, 3500 * time.Millisecond, answering(429, "5"), 9500 * time.Millisecond, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := serve(t, Config{}, until(test.limit, http.StatusTooManyRequests, "2"))
				s.takes = time.Second
				var group sync.WaitGroup
				group.Go(func() {
					_, _ = s.Pass(t.Context(), func() (*http.Response, bool, error) {
						<-time.After(test.slow)
						return test.answer, false, nil
					})
				})
				ctx, cancel := context.WithCancel(t.Context())
				group.Go(func() { s.ask(ctx) })
				<-time.After(1500 * time.Millisecond)
				for range 5 {
					group.Go(func() { s.ask(ctx) })
				}
				<-time.After(test.at - time.Since(s.begin))
				synctest.Wait()
				if len(s.sent) != test.sent {
					t.Errorf("sent at %v", s.sent)
				}
				cancel()
				group.Wait()
			})
		})
	}
}
