terraform {
  required_providers {
    trafficedge = {
      source  = "trafficedge/trafficedge"
      version = "~> 0.1.0"
    }
  }
}

# The address of the API comes from TRAFFICEDGE_BASE_URL, its token from TRAFFICEDGE_API_TOKEN.
provider "trafficedge" {}

data "trafficedge_failover_backends" "all" {}

# Failover backends with fewer than two child backends.
output "without_fallback" {
  value = [
    for one in data.trafficedge_failover_backends.all.failover_backends : one.id
    if length(one.backends) < 2
  ]
}
