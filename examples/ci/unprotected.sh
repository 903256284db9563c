# Prints the id of each OAuth module that lets everybody in, and of each edge whose ip_restriction or mutual_tls is disabled,
# empty or gone, and fails if there are any: CLI=tofu sh unprotected.sh
#
# Without CLI, it runs terraform, or else tofu.
set -e
cli=${CLI:-$(command -v terraform || echo tofu)}
plan=$(mktemp)
trap 'rm -f "$plan"' EXIT
trap 'exit 1' HUP INT TERM # runs the trap above in every shell
"$cli" plan -out="$plan"
found=$("$cli" show -json "$plan" | jq --raw-output --null-input '
  def oauth: select(.mode == "managed" and .type == "trafficedge_https_edge_route_oauth");
  def edge: select(.mode == "managed" and .type == "trafficedge_tls_edge");
  def protects: .enabled == true and any((.ip_policy_ids, .certificate_authority_ids)[]?; type == "string");
  input
  | (.prior_state.values.root_module? | recurse(.child_modules[]?) | .resources[]?
    | (oauth | .values | select(.enabled != true or ([.identity_provider[]? | objects
        | .email_addresses, .email_domains, .teams, .organizations | arrays | .[]] == []))),
      (edge | .values | select(any((.ip_restriction, .mutual_tls) | objects; protects | not)))),
    (.resource_drift[]?
    | (oauth | .change | select(.actions == ["delete"]) | .before),
      (edge | .change | select((.before.ip_restriction and .after.ip_restriction == null)
        or (.before.mutual_tls and .after.mutual_tls == null)) | .before))
  | .id')
if [ -n "$found" ]; then
  printf '%s\n' "$found"
  exit 1
fi
