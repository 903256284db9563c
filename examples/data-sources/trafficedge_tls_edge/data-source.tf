data "trafficedge_tls_edge" "checkout" {
  id = "tlsedge_2vXkq81ZpD"
}

output "checkout_backend" {
  value = one(data.trafficedge_tls_edge.checkout.backend[*].backend.uri)
}

output "checkout_ip_policies" {
  value = flatten(data.trafficedge_tls_edge.checkout.ip_restriction[*].ip_policies[*].id)
}
