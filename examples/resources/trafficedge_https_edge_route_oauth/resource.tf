# Your own OAuth app. Its secret goes to the service and nowhere else: an ephemeral
# variable in a write-only argument is stored neither in a plan nor in state.
variable "wiki_client_secret" {
  description = "Client secret of the wiki's OAuth app."
  type        = string
  ephemeral   = true
}

resource "trafficedge_https_edge_route_oauth" "wiki" {
  edge_id  = "hed_4kPz7QmT1x"
  route_id = "rte_wiki"

  identity_provider = {
    idp_2 = {
      client_id                = "wiki"
      client_secret_wo         = var.wiki_client_secret
      client_secret_wo_version = "2026-01" # change it along with the secret
      scopes                   = ["openid", "email"]
      email_addresses          = ["ada@example.org"]
      email_domains            = ["example.com"]
    }
  }

  inactivity_timeout  = 30 * 60
  maximum_duration    = 12 * 60 * 60
  auth_check_interval = 10 * 60
}

# The managed app of the service: no client_id, and no secret. A service may have one for
# some identity providers only. Only idp_1 has teams and organizations.
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
}
