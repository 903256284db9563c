// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"errors"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// flushTime is ample for the libraries to write the response of a finished call to a local socket.
const flushTime = time.Second

var errTerminated = errors.New("nothing was sent, because the provider got SIGTERM. Run the same command again")

// endAfterSIGTERM ends the process after SIGTERM, which service managers send to the CLI and the
// provider at once. Calls in flight finish, or created objects would be in no state. Each call
// holds a read lock, and calls that begin later get no lock. go-plugin ignores SIGINT, which the CLI
// handles alone.
func endAfterSIGTERM(calls *sync.RWMutex) {
	terminated := make(chan os.Signal, 1)
	signal.Notify(terminated, syscall.SIGTERM)
	go func() {
		<-terminated
		calls.Lock()
		<-time.After(flushTime)
		os.Exit(0) //nolint:revive // The library ends the process only when the CLI asks it to.
	}()
}
