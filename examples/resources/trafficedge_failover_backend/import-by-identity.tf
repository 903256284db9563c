import {
  to = trafficedge_failover_backend.checkout
  identity = {
    id = "fob_2vXkq81ZpD"
  }
}
