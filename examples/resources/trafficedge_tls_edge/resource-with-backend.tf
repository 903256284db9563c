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
