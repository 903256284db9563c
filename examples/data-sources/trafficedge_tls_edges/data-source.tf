provider "trafficedge" {
  undocumented_operations = ["list_tls_edges"]
}

data "trafficedge_tls_edges" "all" {}

# TLS edges whose source addresses nothing restricts.
output "unrestricted" {
  value = [
    for one in data.trafficedge_tls_edges.all.tls_edges : one.id
    if !try(one.ip_restriction.enabled, false)
  ]
}
