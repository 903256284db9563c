variable "idp" {
  description = "The identity provider of this environment, idp_1 to idp_8."
  type        = string
  default     = "idp_3"
}

resource "trafficedge_https_edge_route_oauth" "console" {
  edge_id  = "hed_4kPz7QmT1x"
  route_id = "rte_console"

  identity_provider = {
    (var.idp) = {
      email_domains = ["example.com"]
    }
  }
}
