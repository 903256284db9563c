resource "trafficedge_failover_backend" "checkout" {
  description = "Checkout: Frankfurt first, then Dublin"
  metadata    = jsonencode({ team = "payments", tier = "gold" })

  backends = [
    "bkd_checkout_fra",
    "bkd_checkout_dub",
  ]

  lifecycle {
    create_before_destroy = true # so that no edge loses its backend
  }
}
