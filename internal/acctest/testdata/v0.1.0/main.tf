# The configuration that state.json belongs to. Neither is ever changed: both stand for what users of this version have.
terraform {
  required_providers {
    trafficedge = {
      source = "trafficedge/trafficedge"
    }
  }
}

provider "trafficedge" {}

resource "trafficedge_failover_backend" "least" {
  backends = ["bkd_checkout_fra"]
}

resource "trafficedge_failover_backend" "full" {
  description = "Checkout: Frankfurt first, then Dublin"
  metadata    = jsonencode({ team = "payments" })
  backends    = ["bkd_checkout_fra", "bkd_checkout_dub"]
}

resource "trafficedge_tls_edge" "least" {
}

resource "trafficedge_tls_edge" "full" {
  description = "Checkout"
  metadata    = ""
  hostports   = ["checkout.example.com:443", "pay.example.com:443"]

  backend         = { backend_id = trafficedge_failover_backend.full.id }
  ip_restriction  = { ip_policy_ids = ["ipp_offices", "ipp_partners"] }
  mutual_tls      = { certificate_authority_ids = ["ca_partners"], enabled = false }
  tls_termination = { terminate_at = "edge", min_version = "1.3" }
  traffic_policy  = { value = jsonencode({ on_tcp_connect = [] }) }
  deletion_policy = "ABANDON"
}

resource "trafficedge_https_edge_route_oauth" "least" {
  edge_id           = "edghts_console"
  route_id          = "edghtsrt_all"
  identity_provider = { idp_2 = { email_domains = ["example.com"] } }
}

resource "trafficedge_https_edge_route_oauth" "full" {
  edge_id  = "edghts_console"
  route_id = "edghtsrt_admin"
  enabled  = true

  identity_provider = {
    idp_1 = {
      client_id       = "example"
      client_secret   = "an example, not a secret"
      scopes          = ["read:org"]
      email_addresses = ["ada@example.com"]
      email_domains   = []
      teams           = ["example/admins"]
      organizations   = ["example"]
    }
  }

  options_passthrough = true
  cookie_prefix       = "console."
  inactivity_timeout  = 600
  maximum_duration    = 28800
  auth_check_interval = 0
  deletion_policy     = "ABANDON"
}
