data "trafficedge_failover_backend" "checkout" {
  id = "fob_2vXkq81ZpD"
}

output "checkout_backends" {
  value = data.trafficedge_failover_backend.checkout.backends
}
