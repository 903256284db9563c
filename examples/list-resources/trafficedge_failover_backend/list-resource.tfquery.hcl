# terraform query
# terraform query -generate-config-out=imported.tf
list "trafficedge_failover_backend" "all" {
  provider = trafficedge
  limit    = 500
}
