variable "wiki_client_secret" {
  type      = string
  ephemeral = true
}

resource "trafficedge_https_edge_route_oauth" "wiki" {
  edge_id  = "hed_4kPz7QmT1x"
  route_id = "rte_wiki"

  identity_provider = {
    idp_2 = {
      client_id                = "wiki"
      client_secret_wo         = var.wiki_client_secret
      client_secret_wo_version = "2026-01" # change it along with the secret
      email_domains            = ["example.com"]
    }
  }
}
