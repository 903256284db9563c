resource "trafficedge_https_edge_route_oauth" "archive" {
  edge_id  = "hed_4kPz7QmT1x"
  route_id = "rte_archive"
  enabled  = false # the route is open

  identity_provider = {
    idp_3 = {}
  }
}
