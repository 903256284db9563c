# The edge's id and the route's, with a slash between them
terraform import trafficedge_https_edge_route_oauth.wiki hed_4kPz7QmT1x/rte_wiki
