data "trafficedge_failover_backend" "checkout" {
  id = "fob_2vXkq81ZpD"
}

output "checkout_backends" {
  description = "The child backends in the order in which they were given."
  value       = data.trafficedge_failover_backend.checkout.backends
}
