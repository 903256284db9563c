// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"syscall"
)

// network carries connections in memory. A real network is not possible with the fake
// clock of synctest: the clock stops while a goroutine waits for a real network.
type network struct {
	ports     atomic.Int32
	listeners sync.Map // by address
}

// memory is the network of all machines. The provider's HTTP clients use this
// network, because they copy [http.DefaultTransport].
var memory = &network{} //nolint:gochecknoglobals // http.DefaultTransport uses this network and is also a global

func (n *network) serveClients() {
	transport, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		panic("the default HTTP transport is of another type")
	}
	transport.DialContext = n.dial
}

func (n *network) newAddress() string { return fmt.Sprintf("127.0.0.1:%d", n.ports.Add(1)) }

func (n *network) listen(address string) net.Listener {
	l := &listener{network: n, address: address, accepted: make(chan net.Conn), closed: make(chan struct{})}
	n.listeners.Store(address, l)
	return l
}

func (n *network) dial(ctx context.Context, _, address string) (net.Conn, error) {
	if found, there := n.listeners.Load(address); there {
		if l, ok := found.(*listener); ok {
			client, server := net.Pipe()
			go func() {
				// If the HTTP server is closed during Accept, it does not close the
				// connection that Accept returns. This goroutine closes that connection.
				<-l.closed
				_ = server.Close()
			}()
			select {
			case l.accepted <- server:
				return client, nil
			case <-l.closed:
			case <-ctx.Done():
			}
		}
	}
	return nil, &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
}

// listener accepts the connections to one address of a network.
type listener struct {
	network  *network
	address  string
	accepted chan net.Conn
	close    sync.Once
	closed   chan struct{}
}

func (l *listener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.accepted:
		return conn, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *listener) Close() error {
	l.close.Do(func() {
		l.network.listeners.CompareAndDelete(l.address, l)
		close(l.closed)
	})
	return nil
}

// Addr returns the address as a [net.UnixAddr], because the network has no real
// addresses.
func (l *listener) Addr() net.Addr { return &net.UnixAddr{Name: l.address} }
