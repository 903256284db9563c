import {
  to = trafficedge_https_edge_route_oauth.wiki
  identity = {
    edge_id  = "hed_4kPz7QmT1x"
    route_id = "rte_wiki"
  }
}
