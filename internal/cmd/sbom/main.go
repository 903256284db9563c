// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Command sbom writes the software bill of materials of a Go executable as CycloneDX
// JSON. It uses only the version and the executable's build information. The same
// executable and version therefore always give the same document.
package main

import (
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

// run expects three arguments: the version of the executable, its path, and the path of
// the document.
func run(args []string) error {
	if len(args) != 3 {
		return errors.New("expected a version, an executable and the name of the document")
	}
	build, err := buildinfo.ReadFile(args[1])
	if err != nil {
		return fmt.Errorf("reading the build information: %w", err)
	}
	document, err := json.MarshalIndent(describe(build, args[0]), "", "  ")
	if err != nil {
		return fmt.Errorf("encoding the document: %w", err)
	}
	if err := os.WriteFile(args[2], append(document, '\n'), 0o644); err != nil { //nolint:gosec // it is published
		return fmt.Errorf("writing the document: %w", err)
	}
	return nil
}

// bill contains the parts of a CycloneDX document that are known from build
// information.
type bill struct {
	Format      string      `json:"bomFormat"`
	SpecVersion string      `json:"specVersion"`
	Version     int         `json:"version"`
	Metadata    metadata    `json:"metadata"`
	Components  []component `json:"components"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Ref     string `json:"bom-ref"`
	Type    string `json:"type"`
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	PURL    string `json:"purl"`
}

// describe lists all modules and the standard library. The standard library has the
// version of the toolchain.
func describe(build *debug.BuildInfo, version string) bill {
	components := []component{componentOf("library", &debug.Module{Path: "std", Version: build.GoVersion})}
	for _, module := range build.Deps {
		if module.Replace != nil {
			module = module.Replace
		}
		components = append(components, componentOf("library", module))
	}
	return bill{
		Format: "CycloneDX", SpecVersion: "1.6", Version: 1,
		Metadata: metadata{componentOf("application", &debug.Module{Path: build.Main.Path, Version: "v" + version})}, Components: components,
	}
}

func componentOf(kind string, module *debug.Module) component {
	purl := "pkg:golang/" + module.Path
	if module.Version != "" {
		purl += "@" + module.Version
	}
	return component{Ref: purl, Type: kind, Name: module.Path, Version: module.Version, PURL: purl}
}
