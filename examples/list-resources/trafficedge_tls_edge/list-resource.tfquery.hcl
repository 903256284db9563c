list "trafficedge_tls_edge" "all" {
  provider = trafficedge
  limit    = 1000 # 100 by default
}
