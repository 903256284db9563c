terraform {
  required_providers {
    trafficedge = {
      source = "trafficedge/trafficedge"
    }
  }
}

variable "text" { type = string }
variable "lasting" { type = string }

provider "trafficedge" {
  headers = {
    X-Literal = "canary-literal-4711"
    X-Lasting = var.lasting
    X-Key     = file("header")
    Cookie    = "theme=dark; id=${file("cookie")}"
  }
  max_retries     = 0
  request_timeout = "1s"
}

resource "trafficedge_failover_backend" "test" {
  backends    = ["bkd_a"]
  description = var.text
}

resource "trafficedge_tls_edge" "test" {
  description     = var.text
  deletion_policy = "ABANDON"
  traffic_policy  = { value = "{}" }
}

resource "trafficedge_https_edge_route_oauth" "stored" {
  edge_id  = "edge"
  route_id = "stored"
  identity_provider = {
    idp_1 = { client_id = "app", client_secret = file("stored"), organizations = [var.text] }
  }
}

data "trafficedge_failover_backends" "all" {
  depends_on = [trafficedge_failover_backend.test]
}

data "trafficedge_failover_backend" "test" {
  id = trafficedge_failover_backend.test.id
}

data "trafficedge_tls_edge" "test" {
  id = trafficedge_tls_edge.test.id
}
