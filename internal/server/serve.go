// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package server serves the provider to a CLI.
package server

import (
	"fmt"
	"io"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/provider"
)

const address = "registry.terraform.io/trafficedge/trafficedge"

// Serve serves the provider until the CLI stops it. If debug is true, Serve prints how to
// connect a CLI to this process.
func Serve(version string, debug bool) error {
	// Package net/http logs parts of responses, which may contain secrets.
	log.SetOutput(io.Discard)
	var options []tf6server.ServeOpt
	if debug {
		options = append(options, tf6server.WithManagedDebug())
	} else {
		silenceUnreadLogs()
	}
	collectLessOften()
	server := newReleasing(version)
	endAfterSIGTERM(&server.calls)
	if err := tf6server.Serve(address, func() tfprotov6.ProviderServer { return server }, options...); err != nil {
		return fmt.Errorf("serving the provider: %w", err)
	}
	return nil
}

// New returns the protocol server that [Serve] serves.
func New(version string) tfprotov6.ProviderServer { return newReleasing(version) }

func newReleasing(version string) *releasing {
	framework := providerserver.NewProtocol6(provider.New(version))()
	return &releasing{protocolServer: framework.(protocolServer)} //nolint:forcetypeassert // the framework serves every part of the protocol
}
