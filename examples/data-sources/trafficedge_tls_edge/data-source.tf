data "trafficedge_tls_edge" "checkout" {
  id = "tlsedge_2vXkq81ZpD"
}

output "checkout_backend" {
  description = "Where the API keeps the backend behind the edge; null without a backend module."
  value       = one(data.trafficedge_tls_edge.checkout.backend[*].backend.uri)
}

output "checkout_ip_policies" {
  description = "The ids of the IP policies that source addresses are checked against."
  value       = flatten(data.trafficedge_tls_edge.checkout.ip_restriction[*].ip_policies[*].id)
}
