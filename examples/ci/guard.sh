# Fails if a saved plan opens a route or an edge, or destroys or loses an object, unless intended.txt accepts it:
#
#   CLI=tofu sh guard.sh plan.tfplan
#
# Without CLI, it runs terraform, or else tofu.
set -e
touch intended.txt
cli=${CLI:-$(command -v terraform || echo tofu)}
plan=$("$cli" show -json "$1")
found=$(printf '%s' "$plan" | jq --raw-output --rawfile intended intended.txt '
  def rules: .email_addresses, .email_domains, .teams, .organizations;
  def has_rule: [.identity_provider[]? | objects | rules | arrays[] | strings] != [];
  def unknown_rule: [.identity_provider | ., .[]?, (.[]? | objects | rules | ., .[]?)] | any(. == true);
  def opens_route: .after_unknown.enabled == true
    or .after.enabled == false
    or (.after | has_rule | not) and (.before.identity_provider == null or any(.actions[]; . == "create")
      or (.before | has_rule) or (.after_unknown | unknown_rule));
  def protects: type == "object" and .enabled == true and any((.ip_policy_ids, .certificate_authority_ids)[]?; type == "string");
  def opens_edge: . as {$before, $after} | any("ip_restriction", "mutual_tls"; $before[.] != $after[.]
    and ($before[.] | type == "object" and .enabled != false) and ($after[.] | protects | not));
  def is_object: .type | IN("trafficedge_failover_backend", "trafficedge_tls_edge");
  (.resource_changes[]? | select(.mode == "managed")
  | (select(.change.actions | any(IN("create", "update")))
      | select(if .type == "trafficedge_https_edge_route_oauth" then .change | opens_route
        else .type == "trafficedge_tls_edge" and (.change | opens_edge) end) | "opens \(.address)"),
    (select(is_object) | .address as $address | .change.actions[]
      | if . == "delete" then "destroys \($address)" elif . == "forget" then "forgets \($address)" else empty end)),
  (.resource_drift[]? | select(is_object and .change.actions == ["delete"]) | "loses \(.address)")
  | select(any(., sub("^forgets "; "destroys "); IN($intended | split("\r?\n"; null)[])) | not)')
if [ -n "$found" ]; then
  printf '%s\n' "$found"
  exit 1
fi
