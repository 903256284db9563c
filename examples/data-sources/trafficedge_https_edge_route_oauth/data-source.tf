# The provider block needs undocumented_operations = ["read_route_oauth"].
data "trafficedge_https_edge_route_oauth" "wiki" {
  edge_id  = "hed_4kPz7QmT1x"
  route_id = "rte_wiki"
}

output "wiki_email_domains" {
  value = try(data.trafficedge_https_edge_route_oauth.wiki.identity_provider.idp_2.email_domains, [])
}
