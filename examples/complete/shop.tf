resource "trafficedge_failover_backend" "shop" {
  description = "Shop: Frankfurt first, then Dublin"
  backends    = ["bkd_shop_fra", "bkd_shop_dub"]

  lifecycle {
    create_before_destroy = true # so that no edge loses its backend
  }
}

resource "trafficedge_tls_edge" "shop" {
  description = "Shop, from the internet"
  hostports   = ["shop.example.com:443"]

  backend = {
    backend_id = trafficedge_failover_backend.shop.id
  }

  ip_restriction = {
    ip_policy_ids = ["ipp_offices"]
  }

  tls_termination = {
    terminate_at = "edge"
    min_version  = "1.3" # in the notation of your service
  }
}

data "trafficedge_tls_edge" "shop" {
  id         = trafficedge_tls_edge.shop.id
  depends_on = [trafficedge_tls_edge.shop] # reads the edge after its changes
}

check "shop" {
  assert {
    condition     = try(data.trafficedge_tls_edge.shop.backend.backend.id, "") == trafficedge_failover_backend.shop.id
    error_message = "The edge does not use the failover backend."
  }
}
