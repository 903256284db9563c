terraform {
  required_providers {
    trafficedge = {
      source  = "trafficedge/trafficedge"
      version = "~> 0.1.0"
    }
  }
}

# The token comes from TRAFFICEDGE_API_TOKEN.
provider "trafficedge" {
  base_url = "https://api.example.com/v1" # or TRAFFICEDGE_BASE_URL

  # A ceiling that leaves room for others who share the account.
  requests_per_minute = 300
}
