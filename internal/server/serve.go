// Package server serves the provider to a CLI.
package server

import (
	"fmt"
	"runtime"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/provider"
)

const address = "registry.terraform.io/trafficedge/trafficedge"

// Serve serves the provider until the CLI has no more use for it. With debug it
// is served to a CLI that a developer connects to it.
func Serve(version string, debug bool) error {
	served, err := newForgetful(version)
	if err != nil {
		return err
	}
	var options []tf6server.ServeOpt
	if debug {
		options = append(options, tf6server.WithManagedDebug())
	} else if served.silent, err = silenceUnreadLogs(); err != nil {
		return err
	}
	defer runtime.KeepAlive(reserveHeap())
	if err := tf6server.Serve(address, func() tfprotov6.ProviderServer { return served }, options...); err != nil {
		return fmt.Errorf("serving the provider: %w", err)
	}
	return nil
}

// New returns the provider's protocol server.
func New(version string) (tfprotov6.ProviderServer, error) {
	return newForgetful(version)
}

func newForgetful(version string) (*forgetful, error) {
	framework := providerserver.NewProtocol6(provider.New(version)())()
	complete, ok := framework.(protocolServer)
	if !ok {
		return nil, fmt.Errorf("the framework's %T lacks a part of the protocol", framework)
	}
	return &forgetful{protocolServer: complete}, nil
}
