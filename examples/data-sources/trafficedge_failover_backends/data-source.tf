data "trafficedge_failover_backends" "all" {}

# The id of the only failover backend with this description.
output "checkout" {
  value = one([
    for backend in data.trafficedge_failover_backends.all.failover_backends : backend.id
    if backend.description == "checkout"
  ])
}
