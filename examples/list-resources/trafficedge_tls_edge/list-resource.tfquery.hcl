# The provider block needs undocumented_operations = ["list_tls_edges"].
list "trafficedge_tls_edge" "all" {
  provider = trafficedge
  limit    = 1000 # 100 by default
}
