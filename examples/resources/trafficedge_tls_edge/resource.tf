# An edge in front of a failover backend. It ends TLS itself.
resource "trafficedge_failover_backend" "shop" {
  description = "Shop: Frankfurt first, then Dublin"
  backends    = ["bkd_shop_fra", "bkd_shop_dub"]
}

resource "trafficedge_tls_edge" "shop" {
  description = "Shop"
  hostports   = ["shop.example.com:443"]

  backend = {
    backend_id = trafficedge_failover_backend.shop.id
  }

  tls_termination = {
    terminate_at = "edge"
    min_version  = "1.3"
  }
}

# An edge with every module.
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

# An edge that passes the traffic on encrypted. It has no min_version, and no
# enabled mutual_tls or traffic_policy, because the edge never sees what is inside.
resource "trafficedge_tls_edge" "passthrough" {
  description = "Passthrough to the mainframe"
  hostports   = ["mainframe.example.com:443"]

  backend = {
    backend_id = "bkd_mainframe"
  }

  tls_termination = {
    terminate_at = "upstream"
  }
}
