// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"context"
	"errors"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"
	"weak"
)

// perObject lists the calls that a CLI makes for every resource.
const perObject = "ValidateResourceConfig UpgradeResourceState UpgradeResourceIdentity ReadResource PlanResourceChange ApplyResourceChange"

func TestReleasing(t *testing.T) {
	t.Parallel()
	served, _ := servers()
	for method := range strings.FieldsSeq(perObject) {
		if keepsContext(t, served, method) {
			t.Errorf("%s: the server keeps the values of the context after the call", method)
		}
	}
}

// This test shows why [releasing] exists. If the test fails, delete the method that it
// names from releasing.go. Without methods, delete releasing.go.
func TestFrameworkKeepsContexts(t *testing.T) {
	t.Parallel()
	_, framework := servers()
	for method := range strings.FieldsSeq(perObject) {
		if !keepsContext(t, framework, method) {
			t.Errorf("%s: the framework releases the context after the call", method)
		}
	}
}

// servers returns the server that a CLI uses, and the framework's server inside it.
func servers() (served, framework protocolServer) {
	outer := New("test").(*releasing)
	return outer, outer.protocolServer
}

type loggersKey struct{}

// keepsContext reports whether the values of a context are still in memory after the call
// with that context has returned.
func keepsContext(t *testing.T, server protocolServer, method string) bool {
	t.Helper()
	carried := func() weak.Pointer[[1 << 10]byte] {
		carried := new([1 << 10]byte)
		ctx, cancel := context.WithCancel(context.WithValue(t.Context(), loggersKey{}, carried))
		defer cancel()
		call := reflect.ValueOf(server).MethodByName(method)
		request := reflect.New(call.Type().In(1).Elem())
		if err := call.Call([]reflect.Value{reflect.ValueOf(ctx), request})[1]; !err.IsNil() {
			t.Fatal(err)
		}
		return weak.Make(carried)
	}()
	for range 3 {
		runtime.GC()
	}
	runtime.KeepAlive(server)
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
	if err := request.Err(); !errors.Is(err, context.Canceled) {
		t.Errorf("a canceled call: got %v", err)
	}

	request, end := newRequestContext(t.Context())
	end()
	<-request.Done()
	if _, ok := request.Deadline(); ok || request.Value(loggersKey{}) != nil || !errors.Is(request.Err(), context.Canceled) {
		t.Error("the context of a finished call is not empty and canceled")
	}
}

// The wrappers hide no part of the protocol from the CLI.
func TestServer_methods(t *testing.T) {
	t.Parallel()
	served, framework := servers()
	for method := range reflect.TypeOf(framework).Methods() {
		if _, there := reflect.TypeOf(served).MethodByName(method.Name); !there {
			t.Errorf("%s is hidden", method.Name)
		}
	}
}
