list "trafficedge_failover_backend" "all" {
  provider = trafficedge
  limit    = 1000 # 100 by default
}
