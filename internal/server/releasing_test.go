// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"context"
	"errors"
	"reflect"
	"runtime"
	"testing"
	"time"
	"weak"
)

func TestReleasing(t *testing.T) {
	t.Parallel()
	served := newServed(t)
	for name, call := range perObjectCalls(served) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if keepsContext(t, call) {
				t.Error("the server keeps the values of the context after the call")
			}
		})
	}
	runtime.KeepAlive(served)
}

// This test shows why [releasing] exists. If the test fails, delete releasing.go, or
// delete the methods in it that are no longer needed.
func TestFrameworkKeepsContexts(t *testing.T) {
	t.Parallel()
	framework := newFramework(t)
	kept := 0
	calls := perObjectCalls(framework)
	for _, call := range calls {
		if keepsContext(t, call) {
			kept++
		}
	}
	runtime.KeepAlive(framework)
	if kept == 0 {
		t.Error("the framework releases the contexts of finished calls: delete releasing.go")
	} else if kept < len(calls) {
		t.Errorf("the framework keeps the contexts of %d of %d methods: delete the other methods in releasing.go", kept, len(calls))
	}
}

// perObjectCalls returns the calls that a CLI makes for every resource.
func perObjectCalls(served protocolServer) map[string]func(ctx context.Context) error {
	return map[string]func(ctx context.Context) error{
		"ValidateResourceConfig":  callOf(served.ValidateResourceConfig),
		"UpgradeResourceState":    callOf(served.UpgradeResourceState),
		"UpgradeResourceIdentity": callOf(served.UpgradeResourceIdentity),
		"ReadResource":            callOf(served.ReadResource),
		"PlanResourceChange":      callOf(served.PlanResourceChange),
		"ApplyResourceChange":     callOf(served.ApplyResourceChange),
	}
}

func callOf[Req, Resp any](method func(context.Context, *Req) (Resp, error)) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := method(ctx, new(Req))
		return err
	}
}

type loggers [1 << 10]byte

type loggersKey struct{}

// keepsContext reports whether the values of a context are still in memory after the call
// with that context has returned.
func keepsContext(t *testing.T, call func(ctx context.Context) error) bool {
	t.Helper()
	carried := func() weak.Pointer[loggers] {
		carried := new(loggers)
		ctx, cancel := context.WithCancel(context.WithValue(t.Context(), loggersKey{}, carried))
		defer cancel()
		if err := call(ctx); err != nil {
			t.Fatal(err)
		}
		return weak.Make(carried)
	}()
	for range 3 {
		runtime.GC()
	}
	return carried.Value() != nil
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
		t.Error("the context of a running call differs from the original context")
	}
	cancel()
	<-child.Done()
	if !errors.Is(request.Err(), context.Canceled) {
		t.Errorf("a canceled call: got %v, expected %v", request.Err(), context.Canceled)
	}

	request, end := newRequestContext(t.Context())
	end()
	<-request.Done()
	if _, ok := request.Deadline(); ok || request.Value(loggersKey{}) != nil || !errors.Is(request.Err(), context.Canceled) {
		t.Error("the context of a finished call is not empty and canceled")
	}
}

// The wrappers have every method of the framework's server, so the CLI sees the whole
// protocol.
func TestServer_methods(t *testing.T) {
	t.Parallel()
	framework, served := reflect.TypeOf(newFramework(t)), reflect.TypeOf(newServed(t))
	for method := range framework.Methods() {
		if _, there := served.MethodByName(method.Name); !there {
			t.Errorf("%s is hidden", method.Name)
		}
	}
}
