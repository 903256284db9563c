# The parentheses make the variable's value the name of the identity provider.
variable "idp" {
  description = "The identity provider of this environment, idp_1 to idp_8."
  type        = string
  default     = "idp_3"
}

variable "console_client_secret" {
  description = "Client secret of the console's OAuth app."
  type        = string
  sensitive   = true
  ephemeral   = true
}

resource "trafficedge_https_edge_route_oauth" "console" {
  edge_id  = "hed_4kPz7QmT1x"
  route_id = "rte_console"

  identity_provider = {
    (var.idp) = {
      client_id                = "console"
      client_secret_wo         = var.console_client_secret
      client_secret_wo_version = "2026-01"
      email_domains            = ["example.com"]
    }
  }
}
