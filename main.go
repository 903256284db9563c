// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Command terraform-provider-trafficedge is the Terraform and OpenTofu provider
// for the traffic-routing API.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/server"
)

// version is set by the linker when a release is built.
var version = "dev"

func main() {
	debug := flag.Bool("debug", false, "run so that a debugger such as delve can attach")
	showVersion := flag.Bool("version", false, "print the version and exit")
	flag.Parse()
	if *showVersion {
		fmt.Println("terraform-provider-trafficedge " + version)
		return
	}
	if err := server.Serve(version, *debug); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
