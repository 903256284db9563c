package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// builtProvider is a provider, built as a release is, and the environments in which the CLI runs it.
type builtProvider struct {
	source  string   // the address in required_providers
	plain   []string // runs it as it is
	metered []string // runs it through the meter
	usage   string   // where the meter leaves its records
}

// buildProvider builds the main package in a directory of the source as the provider of that name.
func buildProvider(ctx context.Context, source, work, pkg, name string) (*builtProvider, error) {
	dir := filepath.Join(work, name)
	binary := providerPrefix + name
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	command := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", filepath.Join(dir, binary), pkg)
	command.Dir, command.Env = source, append(os.Environ(), "CGO_ENABLED=0")
	if output, err := command.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the provider %s: %w\n%s", name, err, output)
	}
	built := &builtProvider{source: "trafficedge/" + name}
	meterDir := filepath.Join(dir, "metered")
	built.usage = filepath.Join(meterDir, usageDir)
	if err := os.MkdirAll(built.usage, 0o750); err != nil {
		return nil, fmt.Errorf("laying out the meter: %w", err)
	}
	meter, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding the meter: %w", err)
	}
	if err := os.Symlink(meter, filepath.Join(meterDir, binary)); err != nil {
		return nil, fmt.Errorf("laying out the meter: %w", err)
	}
	if built.plain, err = built.writeCLIConfig(filepath.Join(work, name+"-plain.tfrc"), dir); err != nil {
		return nil, err
	}
	built.metered, err = built.writeCLIConfig(filepath.Join(work, name+"-metered.tfrc"), meterDir)
	return built, err
}

// writeCLIConfig writes a CLI configuration that runs what is in dir, and returns the environment that
// selects it.
func (p *builtProvider) writeCLIConfig(name, dir string) (environment []string, err error) {
	content := fmt.Sprintf("provider_installation {\n  dev_overrides {\n    %q = %q\n  }\n}\n", p.source, filepath.ToSlash(dir))
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		return nil, fmt.Errorf("writing the CLI configuration: %w", err)
	}
	return []string{"TF_CLI_CONFIG_FILE=" + name}, nil
}

// requirement is the block by which a configuration requires the provider.
func (p *builtProvider) requirement() string {
	return fmt.Sprintf("terraform {\n  required_providers {\n    %s = { source = %q }\n  }\n}\n\n", filepath.Base(p.source), p.source)
}
