// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

// site is the place of one run: a CLI, its state, and a service that is empty at first.
type site struct {
	cli     *terraformcli.CLI
	api     *refapi.API
	service *localServer
	states  *localServer
}

func openSite(
	ctx context.Context, cli, work string, installation terraformcli.Installation, latency time.Duration,
) (*site, error) {
	dir, err := os.MkdirTemp(work, "site-")
	if err != nil {
		return nil, fmt.Errorf("making a directory for the CLI: %w", err)
	}
	opened := &site{api: refapi.New(refapi.Options{Latency: latency})}
	if opened.cli, err = terraformcli.New(cli, dir, installation); err != nil {
		return nil, err
	}
	if opened.service, err = serve(ctx, opened.api); err != nil {
		return nil, err
	}
	if opened.states, err = serve(ctx, &stateStore{}); err != nil {
		opened.service.stop()
		return nil, err
	}
	if err = opened.init(ctx); err != nil {
		opened.close()
		return nil, err
	}
	return opened, nil
}

// init sets up the state. It installs nothing, because no provider is required yet.
func (s *site) init(ctx context.Context) error {
	backend := fmt.Sprintf("terraform {\n  backend \"http\" {\n    address = %q\n  }\n}\n", s.states.url)
	if err := s.cli.Write("backend.tf", backend); err != nil {
		return err
	}
	return runCLI(ctx, s.cli, "init")
}

func (s *site) close() {
	s.service.stop()
	s.states.stop()
}

// forgetRequests resets the counts of the service.
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
