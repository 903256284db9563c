// Command providerschema prints the provider's schemas as JSON, for the documentation's generator.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/provider"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/providerschema"
)

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer) error {
	server := providerserver.NewProtocol6(provider.New("dev")())()
	document, err := providerschema.Document(ctx, server, "trafficedge")
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
