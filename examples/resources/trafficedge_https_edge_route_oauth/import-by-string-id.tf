import {
  to = trafficedge_https_edge_route_oauth.wiki
  id = "hed_4kPz7QmT1x/rte_wiki"
}
