locals {
  regions = {
    search = ["fra", "dub"]
    wiki   = ["dub", "fra"]
  }
}

resource "trafficedge_failover_backend" "service" {
  for_each = local.regions

  description = each.key
  backends    = [for region in each.value : "bkd_${each.key}_${region}"]

  lifecycle {
    create_before_destroy = true
  }
}
