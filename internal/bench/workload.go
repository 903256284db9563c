package main

import "fmt"

// workload is a kind of object of which a configuration has many.
type workload string

const (
	failoverBackends workload = "failover backends"
	// Each of them is read by itself.
	failoverBackendsOneByOne workload = "failover backends with refresh_from_list = false"
	tlsEdges                 workload = "TLS edges"
	// They cost no request and no provider of their own: what is left is the price of the CLI.
	terraformData workload = "terraform_data"
)

// configuration has count objects with this description. The provider block is left out where the
// workload needs none.
func (w workload) configuration(provider *builtProvider, baseURL string, count int, description string) string {
	switch w {
	case failoverBackends:
		return provider.requirement() + providerBlock(baseURL, true) + failoverBackendBlock(count, description)
	case failoverBackendsOneByOne:
		return provider.requirement() + providerBlock(baseURL, false) + failoverBackendBlock(count, description)
	case tlsEdges:
		return provider.requirement() + providerBlock(baseURL, true) + tlsEdgeBlock(count, description)
	default:
		return terraformDataBlock(count, description)
	}
}

func providerBlock(baseURL string, refreshFromList bool) string {
	return fmt.Sprintf("provider \"trafficedge\" {\n  base_url          = %q\n  refresh_from_list = %t\n}\n\n", baseURL, refreshFromList)
}

func failoverBackendBlock(count int, description string) string {
	return fmt.Sprintf(`resource "trafficedge_failover_backend" "many" {
  count       = %d
  description = %q
  backends    = ["bkd_first", "bkd_${count.index}"]
}
`, count, description)
}

func tlsEdgeBlock(count int, description string) string {
	return fmt.Sprintf(`resource "trafficedge_tls_edge" "many" {
  count           = %d
  description     = %q
  backend         = { backend_id = "bkd_${count.index}" }
  deletion_policy = "ABANDON"
}
`, count, description)
}

func terraformDataBlock(count int, description string) string {
	return fmt.Sprintf(`resource "terraform_data" "many" {
  count = %d
  input = {
    description = %q
    backends    = ["bkd_first", "bkd_${count.index}"]
  }
}
`, count, description)
}
