# The secret is read from a secret store at plan and at apply, and passed on
# without being stored. Write-only arguments need Terraform 1.11 or OpenTofu 1.11.
ephemeral "vault_kv_secret_v2" "reports" {
  mount = "secret"
  name  = "oauth/reports"
}

resource "trafficedge_https_edge_route_oauth" "reports" {
  edge_id  = "hed_4kPz7QmT1x"
  route_id = "rte_reports"

  identity_provider = {
    idp_2 = {
      client_id                = "reports"
      client_secret_wo         = ephemeral.vault_kv_secret_v2.reports.data.client_secret
      client_secret_wo_version = "2026-01" # change it when the store has a new secret
      email_domains            = ["example.com"]
    }
  }
}
