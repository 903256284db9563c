# The API's description does not show how to read an OAuth module: the service must offer more than that.
provider "trafficedge" {
  undocumented_operations = true
}

data "trafficedge_https_edge_route_oauth" "wiki" {
  edge_id  = "hed_4kPz7QmT1x"
  route_id = "rte_wiki"
}

output "wiki_email_domains" {
  description = "The domains whose users get into the wiki with idp_2."
  value       = try(data.trafficedge_https_edge_route_oauth.wiki.identity_provider.idp_2.email_domains, [])
}
