package statemachine_test

import "sync"

// gauge is a [sync.WaitGroup] that may be counted up from zero while somebody
// waits, as requests do that arrive late.
type gauge struct {
	mu    sync.Mutex
	zero  *sync.Cond
	count int
}

func newGauge() *gauge {
	t := &gauge{}
	t.zero = sync.NewCond(&t.mu)
	return t
}

// Add counts up, or down to no less than zero.
func (t *gauge) Add(delta int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.count += delta
	if t.count == 0 {
		t.zero.Broadcast()
	}
}

// Done counts down by one.
func (t *gauge) Done() { t.Add(-1) }

// Go counts a function while it runs.
func (t *gauge) Go(run func()) {
	t.Add(1)
	go func() {
		defer t.Done()
		run()
	}()
}

// Wait returns when the count is zero.
func (t *gauge) Wait() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.count > 0 {
		t.zero.Wait()
	}
}
