// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"context"
	"net"
	"sync"
)

// network is a [net.Listener] in memory. A real network is not possible with the fake clock of
// synctest: the clock stops while a goroutine waits for a real network.
//
// Its connections start no timer that expires at once, as those of grpc's bufconn do: two such
// timers of one bubble, started at the same time, crash the race detector (Go 1.26).
type network struct {
	connections chan net.Conn
	closed      chan struct{}
	closeOnce   func()
}

func listen() *network {
	closed := make(chan struct{})
	return &network{make(chan net.Conn), closed, sync.OnceFunc(func() { close(closed) })}
}

// dial connects to the listener. It fails after Close.
func (n *network) dial(ctx context.Context) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case n.connections <- server:
		return client, nil
	case <-n.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func (n *network) Accept() (net.Conn, error) {
	select {
	case connection := <-n.connections:
		return connection, nil
	case <-n.closed:
		return nil, net.ErrClosed
	}
}

func (n *network) Close() error {
	n.closeOnce()
	return nil
}

func (n *network) Addr() net.Addr { return &net.TCPAddr{} }
