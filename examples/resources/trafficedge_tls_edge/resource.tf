resource "trafficedge_tls_edge" "checkout" {
  description = "Checkout"
  metadata    = jsonencode({ team = "payments", tier = "gold" })
  hostports   = ["checkout.example.com:443", "pay.example.com:443"]

  backend = {
    backend_id = "bkd_checkout_fra"
  }

  ip_restriction = {
    ip_policy_ids = ["ipp_offices", "ipp_partners"]
  }

  mutual_tls = {
    certificate_authority_ids = ["ca_partners"]
  }

  tls_termination = {
    terminate_at = "edge"
    min_version  = "1.3"
  }

  # Configured, and enabled later.
  traffic_policy = {
    enabled = false
    value   = jsonencode({ on_tcp_connect = [] })
  }

  # The default: rejects a plan that destroys or replaces this edge.
  deletion_policy = "PREVENT"
}
