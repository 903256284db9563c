resource "trafficedge_https_edge_route_oauth" "deployments" {
  edge_id  = "hed_4kPz7QmT1x"
  route_id = "rte_deployments"

  identity_provider = {
    idp_1 = {
      teams         = ["example-org/platform", "example-org/release"]
      organizations = ["example-partner"]
    }
  }

  options_passthrough = true # for CORS
}
