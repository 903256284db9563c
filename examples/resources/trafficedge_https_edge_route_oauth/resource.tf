# The OAuth app that the service manages: nothing to register, no secret to keep.
resource "trafficedge_https_edge_route_oauth" "wiki" {
  edge_id  = "hed_4kPz7QmT1x"
  route_id = "rte_wiki"

  identity_provider = {
    idp_2 = {
      email_domains = ["example.com"]
    }
  }
}

# An app of your own. Its secret goes to the service and nowhere else: neither an
# ephemeral variable nor a write-only argument is stored in a plan or in state.
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
    idp_3 = {
      client_id                = "console"
      client_secret_wo         = var.console_client_secret
      client_secret_wo_version = "2026-01" # change it along with the secret
      scopes                   = ["openid", "email"]
      email_addresses          = ["ada@example.com", "grace@example.com"]
    }
  }

  inactivity_timeout  = 30 * 60
  maximum_duration    = 12 * 60 * 60
  auth_check_interval = 10 * 60
}

# idp_1 also knows teams and organizations.
resource "trafficedge_https_edge_route_oauth" "deployments" {
  edge_id  = "hed_4kPz7QmT1x"
  route_id = "rte_deployments"

  identity_provider = {
    idp_1 = {
      teams         = ["example-org/platform", "example-org/release"]
      organizations = ["example-partner"]
    }
  }

  # Browsers send OPTIONS without a session before a request to another origin.
  options_passthrough = true

  # Leave users signing in when Terraform lets go of the route.
  deletion_policy = "ABANDON"
}
