package server

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"
	"weak"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

type loggers [1 << 10]byte

type loggersKey struct{}

// Each of these requests comes once for every object of a configuration.
func TestForgetful(t *testing.T) {
	t.Parallel()
	for name, silent := range map[string]bool{"silent": true, "logging": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testForgetful(t, silent)
		})
	}
}

func testForgetful(t *testing.T, silent bool) {
	t.Helper()
	served, err := newForgetful("test")
	if err != nil {
		t.Fatal(err)
	}
	served.silent = silent
	for name, request := range map[string]func(ctx context.Context) error{
		"ValidateResourceConfig": func(ctx context.Context) error {
			return call(ctx, served.ValidateResourceConfig)
		},
		"UpgradeResourceState": func(ctx context.Context) error {
			return call(ctx, served.UpgradeResourceState)
		},
		"UpgradeResourceIdentity": func(ctx context.Context) error {
			return call(ctx, served.UpgradeResourceIdentity)
		},
		"ReadResource": func(ctx context.Context) error {
			return call(ctx, served.ReadResource)
		},
		"PlanResourceChange": func(ctx context.Context) error {
			return call(ctx, served.PlanResourceChange)
		},
		"ApplyResourceChange": func(ctx context.Context) error {
			return call(ctx, served.ApplyResourceChange)
		},
		"ImportResourceState": func(ctx context.Context) error {
			return call(ctx, served.ImportResourceState)
		},
		"ValidateDataResourceConfig": func(ctx context.Context) error {
			return call(ctx, served.ValidateDataResourceConfig)
		},
		"ReadDataSource": func(ctx context.Context) error {
			return call(ctx, served.ReadDataSource)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kept := func() weak.Pointer[loggers] {
				carried := new(loggers)
				ctx, cancel := context.WithCancel(context.WithValue(t.Context(), loggersKey{}, carried))
				defer cancel()
				if err := request(ctx); err != nil {
					t.Fatal(err)
				}
				return weak.Make(carried)
			}()
			for range 100 {
				runtime.GC()
				if kept.Value() == nil {
					return
				}
				<-time.After(10 * time.Millisecond)
			}
			t.Error("the server still holds what the context of an answered request carried")
		})
	}
	runtime.KeepAlive(served)
}

func call[Req, Resp any](ctx context.Context, answer func(context.Context, *Req) (Resp, error)) error {
	_, err := answer(ctx, new(Req))
	return err
}

func TestRequestContext(t *testing.T) {
	t.Parallel()
	deadline := time.Now().Add(time.Hour)
	ctx, cancel := context.WithDeadline(context.WithValue(t.Context(), loggersKey{}, "carried"), deadline)
	defer cancel()
	request, _ := newRequestContext(ctx)
	child, cancelChild := context.WithCancel(request)
	defer cancelChild()
	if got, ok := child.Deadline(); !ok || !got.Equal(deadline) || child.Value(loggersKey{}) != "carried" || child.Err() != nil {
		t.Error("a request that is not answered yet has a context that differs from its own")
	}
	cancel()
	<-child.Done()
	if !errors.Is(request.Err(), context.Canceled) {
		t.Errorf("a canceled request: got %v, expected %v", request.Err(), context.Canceled)
	}

	request, answered := newRequestContext(t.Context())
	answered()
	<-request.Done()
	if _, ok := request.Deadline(); ok || request.Value(loggersKey{}) != nil || !errors.Is(request.Err(), context.Canceled) {
		t.Error("the context of a request that has been answered is not empty and canceled")
	}
}

// A silent server hands requests on without their loggers, and ends them no
// later.
func TestForgetful_silent(t *testing.T) {
	t.Parallel()
	for name, silent := range map[string]bool{"silent": true, "logging": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(context.WithValue(t.Context(), loggersKey{}, "carried"))
			var ended func() error
			_, err := forget(ctx, silent, func(request context.Context, _ struct{}) (struct{}, error) {
				ended = request.Err
				if got := request.Value(loggersKey{}) == nil; got != silent {
					t.Errorf("got a context without loggers %t, expected %t", got, silent)
				}
				if request.Err() != nil {
					t.Error("a request ends before it is answered")
				}
				cancel()
				<-request.Done()
				return struct{}{}, nil
			}, struct{}{})
			if err != nil || ended() == nil {
				t.Errorf("got error %v and a context that ended with %v, expected no error and %v", err, ended(), context.Canceled)
			}
		})
	}
}

func TestWithoutValues(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	canceled, end := withoutValues(ctx)
	cancel()
	<-canceled.Done()
	end()

	answered, end := withoutValues(t.Context())
	if answered.Err() != nil {
		t.Error("a context has ended before anybody ended it")
	}
	end()
	if answered.Err() == nil {
		t.Error("a context goes on after its end")
	}
}

func TestNew_listResources(t *testing.T) {
	t.Parallel()
	served, err := New("test")
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := served.(tfprotov6.ListResourceServer); !ok {
		t.Error("the server hides that the provider can list")
	}
}
