data "trafficedge_failover_backends" "all" {}

# The id of the only failover backend with this description.
output "checkout" {
  value = one([
    for one in data.trafficedge_failover_backends.all.failover_backends : one.id
    if one.description == "checkout"
  ])
}
