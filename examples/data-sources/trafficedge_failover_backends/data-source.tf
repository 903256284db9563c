data "trafficedge_failover_backends" "all" {}

# Failover backends that have nothing to fail over to.
output "without_fallback" {
  value = [
    for one in data.trafficedge_failover_backends.all.failover_backends : one.id
    if length(one.backends) < 2
  ]
}
