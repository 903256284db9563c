terraform {
  required_providers {
    trafficedge = {
      source  = "trafficedge/trafficedge"
      version = "~> 0.1.0"
    }
  }
}

# Reads TRAFFICEDGE_BASE_URL and TRAFFICEDGE_API_TOKEN from the environment.
provider "trafficedge" {}

resource "trafficedge_failover_backend" "checkout" {
  backends = ["bkd_checkout_fra", "bkd_checkout_dub"] # ids of your own backends
}
