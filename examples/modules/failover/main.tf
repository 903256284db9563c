terraform {
  required_version = ">= 1.5"

  required_providers {
    trafficedge = {
      source  = "trafficedge/trafficedge"
      version = "~> 0.1.0"
    }
  }
}

variable "service" {
  type        = string
  description = "The service that the failover backend is for."
}

variable "regions" {
  type        = list(string)
  description = "The regions that serve it, the preferred one first."

  validation {
    condition     = length(var.regions) > 1
    error_message = "Failing over takes two regions at least."
  }
}

resource "trafficedge_failover_backend" "this" {
  description = "${var.service}: ${join(", then ", var.regions)}"
  metadata    = jsonencode({ service = var.service })
  backends    = [for region in var.regions : "bkd_${var.service}_${region}"]

  # A replacement first creates the new failover backend, then switches the edge, and deletes the old one last.
  lifecycle {
    create_before_destroy = true
  }
}

output "id" {
  description = "The id of the failover backend."
  value       = trafficedge_failover_backend.this.id
}

output "backends" {
  description = "The ids of the child backends, in order."
  value       = trafficedge_failover_backend.this.backends
}
