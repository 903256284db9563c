resource "trafficedge_failover_backend" "shop" {
  description = "Shop: Frankfurt first, then Dublin"
  backends    = ["bkd_shop_fra", "bkd_shop_dub"] # ids of your own backends

  lifecycle {
    create_before_destroy = true # so that no edge loses its backend
  }
}

resource "trafficedge_tls_edge" "shop" {
  description = "Shop"
  hostports   = ["shop.example.com:443"]

  backend = {
    backend_id = trafficedge_failover_backend.shop.id
  }

  ip_restriction = {
    ip_policy_ids = ["ipp_offices"]
  }

  mutual_tls = {
    certificate_authority_ids = ["ca_partners"]
  }

  tls_termination = {
    terminate_at = "edge"
    min_version  = "1.3"
  }

  traffic_policy = {
    value = jsonencode({ on_tcp_connect = [] }) # in the service's own language
  }
}
