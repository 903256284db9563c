# A minimal edge. The service chooses its hostports.
resource "trafficedge_tls_edge" "minimal" {
  description = "Try-out"
}

# An edge that decrypts the traffic itself, with every module.
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

  # Written already, to be switched on later.
  traffic_policy = {
    enabled = false
    value   = jsonencode({ on_tcp_connect = [] })
  }

  # An edge cannot be deleted. PREVENT, the default, refuses to destroy or to
  # replace this one; ABANDON would leave it behind, still serving.
  deletion_policy = "PREVENT"
}

# An edge that passes the traffic on encrypted. It has no min_version, and no
# enabled mutual_tls or traffic_policy, since it never sees what is inside.
resource "trafficedge_tls_edge" "passthrough" {
  description = "Passthrough to the mainframe"
  hostports   = ["mainframe.example.com:8443"]

  backend = {
    backend_id = "bkd_mainframe"
  }

  tls_termination = {
    terminate_at = "upstream"
  }
}
