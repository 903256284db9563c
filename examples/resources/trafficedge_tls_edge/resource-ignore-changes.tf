resource "trafficedge_tls_edge" "partners" {
  hostports = ["partners.example.com:443"]

  backend = {
    backend_id = "bkd_partners"
  }

  ip_restriction = {
    ip_policy_ids = ["ipp_partners"]
  }

  lifecycle {
    ignore_changes = [ip_restriction]
  }
}
