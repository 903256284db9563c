resource "trafficedge_tls_edge" "passthrough" {
  description = "Passthrough to the mainframe"
  hostports   = ["mainframe.example.com:443"]

  backend = {
    backend_id = "bkd_mainframe"
  }

  tls_termination = {
    terminate_at = "upstream"
  }
}
