terraform {
  required_providers {
    trafficedge = {
      source  = "trafficedge/trafficedge"
      version = "~> 0.1"
    }
  }
}

variable "trafficedge_api_token" {
  description = "Token for the traffic-routing API."
  type        = string
  sensitive   = true
  default     = null
}

provider "trafficedge" {
  base_url  = "https://api.example.com/v1"
  api_token = var.trafficedge_api_token # or TRAFFICEDGE_API_TOKEN

  # A ceiling that leaves room for others who share the account.
  requests_per_minute = 300
}
