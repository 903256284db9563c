provider "trafficedge" {
  identity_provider_names = { idp_1 = "alpha", idp_2 = "beta" }
}
