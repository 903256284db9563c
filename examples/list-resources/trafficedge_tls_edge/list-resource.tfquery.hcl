# Needs undocumented_operations = true in the provider block.
# terraform query
# terraform query -generate-config-out=imported.tf
list "trafficedge_tls_edge" "all" {
  provider = trafficedge
  limit    = 500
}
