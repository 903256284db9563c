// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Command schema prints the provider's schemas in the JSON form of `terraform providers schema -json`, for the
// documentation's generator.
//
// It asks the provider's own protocol server, and needs no CLI. An old CLI would leave out identities and list
// resources.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/provider"
)

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer) error {
	server := providerserver.NewProtocol6(provider.New("dev"))()
	document, err := describeServer(ctx, server, "trafficedge")
	if err != nil {
		return fmt.Errorf("describing the provider: %w", err)
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	if err = encoder.Encode(document); err != nil {
		return fmt.Errorf("printing the schemas: %w", err)
	}
	return nil
}
