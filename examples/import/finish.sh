# Completes generated resource blocks, as in: sh finish.sh import.tf generated.tf > imported.tf
#
# The first file has the import blocks. The second file is rewritten: a backend_id becomes a reference if the first file
# imports its failover backend, each failover backend gets create_before_destroy, and each OAuth module with your own app
# gets its secret from var.client_secrets. An import block without a generated resource is an error, because the CLI
# ignores the block if the state has another object of that name.
awk '
  reads == "imports" {
    if ($1 == "to") to = $3
    if ($1 == "id") { id = $0; sub(/^[^=]*= */, "", id) }
    if (/^}/ && to ~ /^trafficedge_failover_backend\./) address[id] = to
    if (/^}/ && to) missing[to]
    if (/^}/) to = ""
    next
  }
  /^resource/ {
    type = $2; label = $3
    generated = type "." label
    gsub(/"/, "", generated)
    delete missing[generated]
  }
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
  /^}/ && type ~ /failover_backend/ { lines[++count] = "\n  lifecycle {\n    create_before_destroy = true\n  }" }
  /^}/ { type = attribute = "" }
  { lines[++count] = $0 }
  END {
    for (to in missing) {
      print "No resource was generated for " to "." | "cat >&2"
      failed = 1
    }
    if (failed) {
      print "If the name is taken, choose another name in " ARGV[2] ", delete " ARGV[4] ", and plan again." | "cat >&2"
      exit 1
    }
    for (i = 1; i <= count; i++) print lines[i]
  }
' reads=imports "$1" reads=resources "$2"
