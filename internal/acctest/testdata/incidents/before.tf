import {
  to = trafficedge_failover_backend.checkout
  id = "fob_checkout"
}

import {
  to = trafficedge_tls_edge.checkout
  id = "edge_checkout"
}

import {
  to = trafficedge_https_edge_route_oauth.wiki
  id = "hed_4kPz7QmT1x/rte_wiki"
}
