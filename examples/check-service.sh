# Reports whether a service has the interface of the provider, and which undocumented operations it offers:
#
#   export TRAFFICEDGE_BASE_URL=https://api.example.com/v1 TRAFFICEDGE_API_TOKEN=...
#   sh check-service.sh [-writes] [EDGE_ID/ROUTE_ID]
#
# The script needs curl, and takes a minute at most. It sends only GET and OPTIONS. With -writes, it also sends PATCH with
# the body [] and DELETE to a random id, each after a GET of this id has returned 404. EDGE_ID/ROUTE_ID names a route with an
# OAuth module, whose GET tells more than the GET of a random route. HEADERS may contain further headers, one in each line.
# The exit status is 0 if the service has the interface, 1 if not, and 2 if the script cannot start.
set -u
umask 077

usage() {
  printf '%s\n' "$1" >&2
  exit 2
}

writes='' route=''
for argument; do
  case $argument in
  -writes) writes=yes ;;
  -* | *[!A-Za-z0-9._~/-]* | */*/*) usage "Usage: sh check-service.sh [-writes] [EDGE_ID/ROUTE_ID]" ;;
  ?*/?*) route=/${argument%%/*}/routes/${argument#*/}/oauth ;;
  *) usage "Usage: sh check-service.sh [-writes] [EDGE_ID/ROUTE_ID]" ;;
  esac
done
base=${TRAFFICEDGE_BASE_URL:-} token=${TRAFFICEDGE_API_TOKEN:-}
while [ "$base" != "${base%/}" ]; do base=${base%/}; done
case $base in
*[[:space:][:cntrl:]@?#]*) usage "TRAFFICEDGE_BASE_URL must not have white space, a user name, a query or a fragment." ;;
https://?*) ;;
http://127.0.0.1 | http://127.0.0.1[:/]* | http://localhost | http://localhost[:/]*) ;;
*) usage "Set TRAFFICEDGE_BASE_URL to an address such as https://api.example.com/v1. Plain http sends secrets unencrypted." ;;
esac
case $token in
*[[:space:][:cntrl:]]*) usage "TRAFFICEDGE_API_TOKEN must not have white space. Write it without Bearer." ;;
esac
command -v curl >/dev/null || usage "Install curl."

dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM # runs the trap above in every shell
deadline=$(($(date +%s) + 50))
invented=x$(od -An -N8 -tx1 /dev/urandom | tr -d ' \n') # no service has a path or an id of this name

escaped() { printf '%s' "$1" | sed 's/[\\"]/\\&/g'; }

# Every user of the machine sees the arguments of a process, so curl reads addresses and headers from its standard input.
address=$(escaped "$base")
headers=$(printf '%s\n' "${token:+Authorization: Bearer $token}" "${HEADERS:-}" | tr -d '\r' |
  sed -n 's/[\\"]/\\&/g; s/..*/header = "&"/p')

# send METHOD PATH sets status, which is 000 without a whole response, form (object, null, html, text or empty), allow, which
# is the header Allow such as ",GET,PUT,", members, which are those of an object such as ",id,uri,", and failed, the exit
# status of curl.
send() {
  left=$((deadline - $(date +%s))) status=000 form=empty allow=none members=, failed=28
  [ "$left" -gt 0 ] || return 0
  [ "$left" -lt 10 ] || left=10
  method=$1 path=$2
  : >"$dir/body"
  : >"$dir/headers"
  set -- --request "$method" --header 'Accept: application/json'
  [ "$method" != PATCH ] || set -- "$@" --header 'Content-Type: application/json' --data '[]'
  received=$(printf 'url = "%s%s"\n%s\n' "$address" "$path" "$headers" | curl -q --config - "$@" --silent --globoff \
    --path-as-is --http1.1 --proto '=http,https' --connect-timeout 5 --max-time "$left" --max-filesize 5000000 \
    --output "$dir/body" --dump-header "$dir/headers" --write-out '%{http_code}')
  failed=$?
  [ "$failed" -eq 0 ] || return 0
  status=$received
  set -f
  # shellcheck disable=SC2046 # the words are form, allow and members
  set -- $(LC_ALL=C awk '
    reads == "headers" {
      if (tolower($0) ~ /^allow:/) allow = allow "," substr($0, 7)
      next
    }
    form == "" && NF {
      start = substr($1, 1, 1)
      form = start == "{" ? "object" : start == "<" ? "html" : NF == 1 && $1 == "null" ? "null" : "text"
    }
    form == "object" {
      size = length($0)
      for (i = 1; i <= size; i++) {
        c = substr($0, i, 1)
        if (quoted && c == "\\") i++
        else if (c == "\"") { quoted = !quoted; if (quoted) first = i + 1; else name = substr($0, first, i - first) }
        else if (quoted) continue
        else if (c == ":" && depth == 1) members = members "," name
        else if (index("[{", c)) depth++
        else if (index("]}", c)) depth--
      }
    }
    END {
      gsub(/[ \t\r]/, "", allow)
      gsub(/[^A-Za-z_,]/, "-", members)
      print (form == "" ? "empty" : form), (allow == "" ? "none" : allow ","), members ","
    }
  ' reads=headers "$dir/headers" reads=body "$dir/body")
  set +f
  form=$1 allow=$2 members=$3
}

fail() {
  printf '%s\n' "$1"
  exit 1
}

send GET /backends/failover
case $status in
000)
  case $failed in
  6) reason="its name has no address" ;;
  7) reason="the connection failed" ;;
  28) reason="no response came in time" ;;
  35 | 51 | 58 | 60 | 77) reason="curl does not accept its certificate or TLS version. CURL_CA_BUNDLE may name a file with certificates" ;;
  *) reason="curl ended with $failed" ;;
  esac
  fail "The service cannot be reached: $reason."
  ;;
200) ;;
401 | 403)
  [ -n "$token" ] || fail "The service wants credentials (status $status): set TRAFFICEDGE_API_TOKEN, or HEADERS."
  fail "The service refuses the credentials (status $status)."
  ;;
3??) fail "The service redirects (status $status): set TRAFFICEDGE_BASE_URL to the address that it redirects to." ;;
404)
  send GET "/$invented"
  [ "$status" != 404 ] || fail "The service returns 404 for every path: check the path in TRAFFICEDGE_BASE_URL, or ask who runs the gateway."
  fail "The service does not have the interface: GET /backends/failover returned 404."
  ;;
429 | 5??) fail "The service is not available (status $status): try again later." ;;
*) fail "The service does not have the interface: GET /backends/failover returned $status." ;;
esac
[ "$form" != html ] || fail "The service returns a web page: TRAFFICEDGE_BASE_URL is not the address of an API."
case $members in
*,backends,*,uri,* | *,backends,uri,* | *,uri,*,backends,* | *,uri,backends,*) ;;
*) fail "The service does not have the interface: GET /backends/failover returned no page with the members backends and uri." ;;
esac
echo "The service has the interface: GET /backends/failover returned a page of failover backends."

# try METHOD PATH sends a request. Before a write, it makes sure that there is no such object, or fails.
try() {
  if [ "$1" != GET ]; then
    send GET "${2%/ip_restriction}"
    [ "$status" = 404 ] || return 1
  fi
  send "$1" "$2"
}

# judge NAME METHOD sets verdict and reason from the last response, and from other, the response to an invented path.
judge() {
  verdict="cannot tell" reason="$2 returned $status"
  case $1$status$members in
  list_tls_edges200*,tls_edges,* | read_route_oauth200*,enabled,* | read_route_oauth200*,provider,*)
    verdict=offered
    return
    ;;
  *000,) reason="$2 got no response" ;;
  *401,* | *403,*) reason="the credentials do not suffice: $2 returned $status" ;;
  esac
  if [ "$status$form" = "$other" ]; then
    reason="$2 of an invented path returns $status too"
    return
  fi
  case $status in 405 | 501) verdict="not offered" && return ;; esac
  case $other in
  2* | 400* | 404* | 405* | 410*) ;;
  *) # refused credentials, or an outage
    reason="$reason, and an invented path gives nothing to compare"
    return
    ;;
  esac
  case $2$status$form in
  GET200object) verdict="not offered" reason="GET returned other members" ;;
  GET200null) [ "$1" = list_tls_edges ] || verdict=offered ;;
  *404object | *404empty | *410object | *410empty | *400* | *409* | *415* | *422* | DELETE2*) verdict=offered ;;
  esac
}

# probe NAME METHOD KIND SUFFIX prints whether the service offers an operation at /edges/KIND/SUFFIX.
offered=''
probe() {
  verdict="cannot tell" reason="OPTIONS does not name the methods. Try -writes"
  if [ "$2" = GET ] || [ -n "$writes" ]; then
    other=none
    try "$2" "/edges/$invented$4" && other=$status$form
    if try "$2" "/edges/$3$4"; then judge "$1" "$2"; else reason="GET of a random id returned $status"; fi
  fi
  if [ "$verdict" = "cannot tell" ]; then
    send OPTIONS "/edges/$3$4"
    case $status$allow in
    2*,* | 405*,*)
      named=$allow
      send OPTIONS "/edges/$invented$4"
      ;;
    *) named=none ;;
    esac
    case $status$allow$named in
    000*) ;;
    *none*,"$2",*) verdict=offered reason="OPTIONS names $2" ;;
    *none,*) verdict="not offered" reason="OPTIONS does not name $2" ;;
    esac
  fi
  [ "$verdict" != offered ] || offered="$offered${offered:+, }\"$1\""
  printf '%s: %s (%s)\n' "$1" "$verdict" "$reason"
}

probe update_tls_edge PATCH tls "/$invented"
probe delete_tls_edge_module DELETE tls "/$invented/ip_restriction"
probe delete_tls_edge DELETE tls "/$invented"
probe list_tls_edges GET tls ''
probe read_route_oauth GET https "${route:-/$invented/routes/$invented/oauth}"
printf 'undocumented_operations = [%s]\n' "$offered"
