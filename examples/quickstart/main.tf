terraform {
  required_providers {
    trafficedge = {
      source = "trafficedge/trafficedge"
    }
  }
}

# The address of the API comes from TRAFFICEDGE_BASE_URL, its token from TRAFFICEDGE_API_TOKEN.
provider "trafficedge" {}

resource "trafficedge_failover_backend" "checkout" {
  description = "Checkout: Frankfurt first, then Dublin"
  metadata    = jsonencode({ team = "payments", tier = "gold" })
  backends    = ["bkd_checkout_fra", "bkd_checkout_dub"]
}

# One failover backend, found by its id.
data "trafficedge_failover_backend" "checkout" {
  id = trafficedge_failover_backend.checkout.id
}

# Every failover backend of the account.
data "trafficedge_failover_backends" "all" {
  depends_on = [trafficedge_failover_backend.checkout]
}

output "checkout_uri" {
  description = "Where the API keeps the failover backend."
  value       = trafficedge_failover_backend.checkout.uri
}

output "checkout_first_choice" {
  description = "The child backend that comes first, as the service has it."
  value       = data.trafficedge_failover_backend.checkout.backends[0]
}

output "failover_backends" {
  description = "What every failover backend of the account is for."
  value       = { for one in data.trafficedge_failover_backends.all.failover_backends : one.id => one.description }
}
