terraform {
  required_providers {
    trafficedge = {
      source  = "trafficedge/trafficedge"
      version = "~> 0.1.0"
    }
  }
}

provider "trafficedge" {}
