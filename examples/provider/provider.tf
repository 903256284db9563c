terraform {
  required_providers {
    trafficedge = {
      source  = "trafficedge/trafficedge"
      version = "~> 0.1.0"
    }
  }
}

# The address of the API comes from TRAFFICEDGE_BASE_URL, and the token from TRAFFICEDGE_API_TOKEN.
provider "trafficedge" {}

resource "trafficedge_failover_backend" "checkout" {
  backends = ["bkd_checkout_fra", "bkd_checkout_dub"] # ids of your own backends
}
