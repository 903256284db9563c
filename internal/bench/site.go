package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// site is where one run from nothing to nothing takes place: a directory of the CLI, its state, and an
// empty service.
type site struct {
	dir     string
	api     *refapi.API
	service *localServer
	states  *localServer
}

func openSite(ctx context.Context, cli commandLine, work string, latency time.Duration) (*site, error) {
	dir, err := os.MkdirTemp(work, "site-")
	if err != nil {
		return nil, fmt.Errorf("making a directory for the CLI: %w", err)
	}
	opened := &site{dir: dir, api: refapi.New(refapi.Options{Latency: latency})}
	if opened.service, err = serve(ctx, opened.api); err != nil {
		return nil, err
	}
	if opened.states, err = serve(ctx, &stateStore{}); err != nil {
		opened.service.stop()
		return nil, err
	}
	backend := fmt.Sprintf("terraform {\n  backend \"http\" {\n    address = %q\n  }\n}\n", opened.states.url)
	if err = opened.write("backend.tf", backend); err == nil {
		// No provider is required yet, so that there is nothing to install.
		_, err = cli.run(ctx, dir, nil, "init")
	}
	if err != nil {
		opened.close()
		return nil, err
	}
	return opened, nil
}

func (s *site) close() {
	s.service.stop()
	s.states.stop()
}

// write writes a file of the configuration.
func (s *site) write(name, content string) error {
	if err := os.WriteFile(filepath.Join(s.dir, name), []byte(content), 0o600); err != nil {
		return fmt.Errorf("writing the configuration: %w", err)
	}
	return nil
}

// forgetRequests starts the counts of the service anew.
func (s *site) forgetRequests() {
	s.api.ResetRequests()
	s.service.connections.Store(0)
}

var errLeftovers = errors.New("the destroy left failover backends on the service")

func (s *site) checkEmpty() error {
	if len(s.api.FailoverBackends()) > 0 {
		return errLeftovers
	}
	return nil
}
