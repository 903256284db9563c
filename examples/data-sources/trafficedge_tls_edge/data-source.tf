data "trafficedge_tls_edge" "checkout" {
  id = "tlsedge_2vXkq81ZpD"
}

output "checkout_backend" {
  value = one(data.trafficedge_tls_edge.checkout.backend[*].backend.uri)
}
