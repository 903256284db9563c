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

// object is a JSON object. The encoder sorts its members.
type object = map[string]any

// describe returns the parts of a CycloneDX document that are known from build
// information: all modules, and the standard library with the version of the toolchain.
func describe(build *debug.BuildInfo, version string) object {
	components := []object{component("library", "std", build.GoVersion)}
	for _, module := range build.Deps {
		if module.Replace != nil {
			module = module.Replace
		}
		components = append(components, component("library", module.Path, module.Version))
	}
	return object{
		"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
		"metadata":   object{"component": component("application", build.Main.Path, "v"+version)},
		"components": components,
	}
}

// component describes a module. A module that is replaced by a directory has no version.
func component(kind, path, version string) object {
	purl := "pkg:golang/" + path
	described := object{"type": kind, "name": path}
	if version != "" {
		purl += "@" + version
		described["version"] = version
	}
	described["bom-ref"], described["purl"] = purl, purl
	return described
}
