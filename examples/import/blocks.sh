# Writes an import block for each line "TYPE ID NAME" of standard input, such as "tls_edge tlsedge_2vXkq81ZpD Shop".
# NAME may be missing, or be a description: of its characters, the script keeps ASCII letters and digits.
awk 'NF == 1 {
  print "Line " NR " has no id. Write TYPE ID NAME." | "cat >&2"
  failed = 1
}
NF > 1 {
  type = $1; id = $2; $1 = $2 = ""
  name = tolower(NF > 2 ? $0 : id)
  gsub(/[^a-z0-9]+/, "_", name)
  gsub(/^_|_$/, "", name)
  if (name !~ /^[a-z]/) name = "n" name
  while (taken[type, name]++) name = name "_2"
  gsub(/\\/, "&&", id)
  gsub(/"/, "\\\\&", id)
  gsub(/\$[{]/, "$&", id)
  gsub(/%[{]/, "%&", id)
  print "import {\n  to = trafficedge_" type "." name "\n  id = \"" id "\"\n}"
}
END { exit failed }'
