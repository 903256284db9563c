# The provider block needs undocumented_operations = ["list_tls_edges"].
data "trafficedge_tls_edges" "all" {}

# TLS edges that serve a hostport.
output "shop" {
  value = [
    for edge in data.trafficedge_tls_edges.all.tls_edges : edge.id
    if try(contains(edge.hostports, "shop.example.com:443"), false)
  ]
}
