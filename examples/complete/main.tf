terraform {
  required_version = ">= 1.11"

  required_providers {
    trafficedge = {
      source  = "trafficedge/trafficedge"
      version = "~> 0.1.0"
    }
  }
}

# The address of the API comes from TRAFFICEDGE_BASE_URL, its token from TRAFFICEDGE_API_TOKEN.
provider "trafficedge" {}

variable "wiki_client_secret" {
  description = "Client secret of the wiki's OAuth app."
  type        = string
  ephemeral   = true
}

# The order of the child backends matters: the preferred one is first.
resource "trafficedge_failover_backend" "shop" {
  description = "Shop: Frankfurt first, then Dublin"
  backends    = ["bkd_shop_fra", "bkd_shop_dub"]
}

# The reference to the failover backend also protects it: as long as the policy is PREVENT, no plan can destroy either.
resource "trafficedge_tls_edge" "shop" {
  description     = "Shop, from the internet"
  hostports       = ["shop.example.com:443"]
  deletion_policy = "PREVENT"

  backend = {
    backend_id = trafficedge_failover_backend.shop.id
  }

  ip_restriction = {
    ip_policy_ids = ["ipp_offices"]
  }

  tls_termination = {
    terminate_at = "edge"
    min_version  = "1.3"
  }
}

# Employees sign in to the wiki, which is behind an HTTPS edge and not behind the TLS edge above. To turn the module
# off, apply enabled = false: a destroy leaves it as it is.
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

  inactivity_timeout = 30 * 60
}

output "edge_id" {
  description = "The id of the edge. Without the state, only the service's console shows it."
  value       = trafficedge_tls_edge.shop.id
}
