import {
  to = trafficedge_tls_edge.checkout
  id = "tlsedge_2vXkq81ZpD"
}
