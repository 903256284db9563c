terraform {
  required_providers {
    trafficedge = {
      source = "trafficedge/trafficedge"
    }
  }
}

provider "trafficedge" {}
