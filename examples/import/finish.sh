# Completes generated resource blocks, as in: sh finish.sh import.tf generated.tf > imported.tf
#
# The first file has the import blocks. The second file is rewritten: a backend_id becomes a reference if the first file
# imports its failover backend, each failover backend gets create_before_destroy, and each OAuth module with your own app
# gets its secret from var.client_secrets.
awk '
  FNR == NR {
    if ($1 == "to") to = $3
    if ($1 == "id") { id = $0; sub(/^[^=]*= */, "", id) }
    if (/^}/ && to ~ /^trafficedge_failover_backend\./) address[id] = to
    if (/^}/) to = ""
    next
  }
  /^resource/ { type = $2; label = $3 }
  /^  [^ ]/ { attribute = $1 }
  attribute == "backend" && $1 == "backend_id" {
    id = $0; sub(/^[^=]*= */, "", id)
    if (id in address) sub(/=.*/, "= " address[id] ".id")
  }
  attribute == "identity_provider" && $1 == "client_id" { own = $3 != "null" }
  attribute == "identity_provider" && own {
    if ($1 == "client_secret_wo") sub(/null/, "var.client_secrets[" label "]")
    if ($1 == "client_secret_wo_version") sub(/null/, "\"1\"")
  }
  /^}/ && type ~ /failover_backend/ { print "\n  lifecycle {\n    create_before_destroy = true\n  }" }
  /^}/ { type = attribute = "" }
  { print }
' "$1" "$2"
