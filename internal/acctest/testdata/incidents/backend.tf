resource "trafficedge_failover_backend" "checkout" {
  description = "checkout"
  backends    = ["bkd_checkout_fra", "bkd_checkout_dub"]

  lifecycle {
    create_before_destroy = true
  }
}
