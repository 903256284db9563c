# The address of the API comes from TRAFFICEDGE_BASE_URL.
provider "trafficedge" {}

variables {
  service = "checkout"
  regions = ["fra", "dub"]
}

run "one_region_is_refused" {
  command = plan

  variables {
    regions = ["fra"]
  }

  expect_failures = [var.regions]
}

run "the_preferred_region_comes_first" {
  assert {
    condition     = output.backends == tolist(["bkd_checkout_fra", "bkd_checkout_dub"])
    error_message = "The order of the regions is not that of the backends."
  }

  assert {
    condition     = output.id != ""
    error_message = "The service assigned no id."
  }
}

run "another_order_arrives" {
  variables {
    regions = ["dub", "fra"]
  }

  assert {
    condition     = trafficedge_failover_backend.this.backends[0] == "bkd_checkout_dub"
    error_message = "The new order did not arrive."
  }
}
