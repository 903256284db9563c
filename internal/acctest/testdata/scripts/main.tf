terraform {
  required_providers {
    trafficedge = {
      source = "trafficedge/trafficedge"
    }
  }
}

provider "trafficedge" {}

resource "trafficedge_https_edge_route_oauth" "wiki" {
  edge_id  = "hed_4kPz7QmT1x"
  route_id = "rte_wiki"

  identity_provider = {
    idp_3 = { email_domains = ["example.com"] }
  }
}
