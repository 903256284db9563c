terraform {
  required_providers {
    trafficedge = {
      source  = "trafficedge/trafficedge"
      version = "~> 0.1.0"
    }
  }
}

provider "trafficedge" {
  # identity_provider_names = { idp_2 = "beta" }
  # undocumented_operations = ["update_tls_edge"]
}
