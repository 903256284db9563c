provider "trafficedge" {
  identity_provider_names = { idp_1 = "alpha", idp_2 = "beta" } # and so on
  undocumented_operations = [
    "update_tls_edge", "delete_tls_edge_module", "delete_tls_edge",
    "list_tls_edges", "read_route_oauth",
  ]
}
