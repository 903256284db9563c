variable "fleeting" {
  type      = string
  ephemeral = true
}

provider "trafficedge" {
  alias           = "fleeting"
  headers         = { X-Key = var.fleeting }
  max_retries     = 0
  request_timeout = "1s"
}

resource "trafficedge_https_edge_route_oauth" "write_only" {
  provider = trafficedge.fleeting
  edge_id  = "edge"
  route_id = "write_only"
  identity_provider = {
    idp_1 = { client_id = "app", client_secret_wo = file("written"), client_secret_wo_version = var.text, email_domains = [var.text] }
  }
}

resource "trafficedge_https_edge_route_oauth" "literal" {
  provider = trafficedge.fleeting
  edge_id  = "edge"
  route_id = "literal"
  identity_provider = {
    idp_3 = { client_id = "app", client_secret_wo = "canary-open-4711", client_secret_wo_version = var.text, email_domains = [var.text] }
  }
}
