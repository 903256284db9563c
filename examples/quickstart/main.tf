terraform {
  required_version = ">= 1.5"

  required_providers {
    trafficedge = {
      source  = "trafficedge/trafficedge"
      version = "~> 0.1.0"
    }
  }
}

# The address of the API comes from TRAFFICEDGE_BASE_URL, its token from TRAFFICEDGE_API_TOKEN.
provider "trafficedge" {
  undocumented_operations = var.undocumented_operations
  identity_provider_names = var.identity_provider_names
}

variable "undocumented_operations" {
  description = "Operations that the service offers and the API documentation does not show."
  type        = set(string)
  default     = []
}

variable "identity_provider_names" {
  description = "The service's own names of idp_1 to idp_8."
  type        = map(string)
  default     = null
}

resource "trafficedge_failover_backend" "checkout" {
  description = "Checkout: Frankfurt first, then Dublin"
  metadata    = jsonencode({ team = "payments", tier = "gold" })
  backends    = ["bkd_checkout_fra", "bkd_checkout_dub"]

  # A replacement first creates the new failover backend, then switches the edge, and deletes the old one last.
  lifecycle {
    create_before_destroy = true
  }
}

# An edge that terminates TLS and sends the traffic to the failover backend. The API documentation shows no way to
# delete an edge: ABANDON removes it from state when it is destroyed, and sends nothing.
resource "trafficedge_tls_edge" "checkout" {
  description     = "Checkout, from the internet"
  hostports       = ["checkout.example.com:443"]
  deletion_policy = contains(var.undocumented_operations, "delete_tls_edge") ? "DELETE" : "ABANDON"

  backend = {
    backend_id = trafficedge_failover_backend.checkout.id
  }

  tls_termination = {
    terminate_at = "edge"
    min_version  = "1.3"
  }
}

variable "back_office_client_secret" {
  description = "Client secret of the back office's OAuth app. The reference API accepts any."
  type        = string
  sensitive   = true
  default     = "try-out"
}

# Employees sign in to the back office through your own OAuth app. client_secret works with every CLI, and is stored in
# state. From Terraform 1.11 and OpenTofu 1.11 on, use client_secret_wo.
resource "trafficedge_https_edge_route_oauth" "back_office" {
  edge_id  = "hed_back_office"
  route_id = "rte_all"

  identity_provider = {
    idp_2 = {
      client_id     = "back-office"
      client_secret = var.back_office_client_secret
      email_domains = ["example.com"]
    }
  }

  inactivity_timeout = 3600
}

# One failover backend, found by its id.
data "trafficedge_failover_backend" "checkout" {
  id = trafficedge_failover_backend.checkout.id
}

# Every failover backend of the account.
data "trafficedge_failover_backends" "all" {
  depends_on = [trafficedge_failover_backend.checkout]
}

# The edge as the service has it, references whole.
data "trafficedge_tls_edge" "checkout" {
  id = trafficedge_tls_edge.checkout.id
}

# The OAuth module as the service has it. The API documentation shows no way to read it.
data "trafficedge_https_edge_route_oauth" "back_office" {
  count = contains(var.undocumented_operations, "read_route_oauth") ? 1 : 0

  edge_id  = trafficedge_https_edge_route_oauth.back_office.edge_id
  route_id = trafficedge_https_edge_route_oauth.back_office.route_id
}

output "checkout_uri" {
  description = "Where the API keeps the failover backend."
  value       = trafficedge_failover_backend.checkout.uri
}

output "checkout_first_choice" {
  description = "The first child backend, as the service has it."
  value       = data.trafficedge_failover_backend.checkout.backends[0]
}

output "checkout_edge_backend" {
  description = "The backend behind the edge, as the service has it."
  value       = data.trafficedge_tls_edge.checkout.backend.backend.uri
}

output "failover_backends" {
  description = "What every failover backend of the account is for."
  value       = { for backend in data.trafficedge_failover_backends.all.failover_backends : backend.id => backend.description }
}
