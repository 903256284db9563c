import {
  to = trafficedge_failover_backend.checkout
  id = "fob_2vXkq81ZpD"
}
