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

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/provider"
)

func TestReleasing(t *testing.T) {
	t.Parallel()
	served := newServed(t)
	for name, call := range perObjectCalls(served) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if keepsContext(t, call) {
				t.Error("the server still holds what the context of a finished call carried")
			}
		})
	}
	runtime.KeepAlive(served)
}

// A configured provider may read ahead between calls, until it is told to stop.
func TestConfigureProvider_contextLasts(t *testing.T) {
	t.Parallel()
	got := make(chan context.Context, 1)
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := (&releasing{protocolServer: configuring{contexts: got}}).ConfigureProvider(ctx, nil); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := (<-got).Err(); err != nil {
		t.Errorf("the context ended with the call: %v", err)
	}
}

// configuring passes on the context of a configuration.
type configuring struct {
	protocolServer

	contexts chan context.Context
}

func (c configuring) ConfigureProvider(ctx context.Context, _ *tfprotov6.ConfigureProviderRequest) (*tfprotov6.ConfigureProviderResponse, error) {
	c.contexts <- ctx
	return &tfprotov6.ConfigureProviderResponse{}, nil
}

// The reason for [releasing]. A failure is good news.
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
		t.Error("the framework drops the contexts of finished calls by itself: delete releasing.go, " +
			"and serve the framework's own server")
	} else if kept < len(calls) {
		t.Errorf("the framework keeps the contexts of %d of %d methods: delete the others of releasing.go", kept, len(calls))
	}
}

// The CLI sends each of these once for every object of a configuration.
func perObjectCalls(served protocolServer) map[string]func(ctx context.Context) error {
	return map[string]func(ctx context.Context) error{
		"ValidateResourceConfig":     callOf(served.ValidateResourceConfig),
		"UpgradeResourceState":       callOf(served.UpgradeResourceState),
		"UpgradeResourceIdentity":    callOf(served.UpgradeResourceIdentity),
		"ReadResource":               callOf(served.ReadResource),
		"PlanResourceChange":         callOf(served.PlanResourceChange),
		"ApplyResourceChange":        callOf(served.ApplyResourceChange),
		"ImportResourceState":        callOf(served.ImportResourceState),
		"ValidateDataResourceConfig": callOf(served.ValidateDataResourceConfig),
		"ReadDataSource":             callOf(served.ReadDataSource),
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

// keepsContext reports whether anything still holds the values of the context of a
// call after the call has returned.
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
		t.Error("the context of a running call differs from the one that it was called with")
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

// A part of the protocol that a wrapper lacked would be hidden from the CLI.
func TestServer_methods(t *testing.T) {
	t.Parallel()
	framework, served := reflect.TypeOf(newFramework(t)), reflect.TypeOf(newServed(t))
	if framework.NumMethod() == 0 {
		t.Fatal("the framework's server has no methods")
	}
	for method := range framework.Methods() {
		got, there := served.MethodByName(method.Name)
		if !there {
			t.Errorf("%s is hidden", method.Name)
			continue
		}
		if signature(got) != signature(method) {
			t.Errorf("%s: got %v, expected %v", method.Name, got.Type, method.Type)
		}
	}
}

// signature returns a method's type without the receiver.
func signature(method reflect.Method) reflect.Type {
	var in, out []reflect.Type
	for i := 1; i < method.Type.NumIn(); i++ {
		in = append(in, method.Type.In(i))
	}
	for result := range method.Type.Outs() {
		out = append(out, result)
	}
	return reflect.FuncOf(in, out, method.Type.IsVariadic())
}

func newServed(t *testing.T) protocolServer {
	t.Helper()
	served, err := New(t.Context(), "test")
	if err != nil {
		t.Fatal(err)
	}
	whole, ok := served.(protocolServer)
	if !ok {
		t.Fatal("the server lacks a part of the protocol")
	}
	return whole
}

func newFramework(t *testing.T) protocolServer {
	t.Helper()
	framework, ok := providerserver.NewProtocol6(provider.New("test"))().(protocolServer)
	if !ok {
		t.Fatal("the framework's server lacks a part of the protocol")
	}
	return framework
}
