import {
  to = trafficedge_tls_edge.checkout
  identity = {
    id = "tlsedge_2vXkq81ZpD"
  }
}
