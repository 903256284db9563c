resource "trafficedge_tls_edge" "checkout" {
  hostports = ["checkout.example.com:443"]
  backend   = { backend_id = trafficedge_failover_backend.checkout.id }

  lifecycle {
    create_before_destroy = true # so that a failed replacement leaves a deposed edge
  }
}
