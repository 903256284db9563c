// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/redact"
)

// Errors that [ParseBaseURL] returns. Each tells the user what to write. None quotes
// the URL, because the URL may contain credentials.
var (
	ErrBaseURLMalformed   = errors.New("expected an absolute URL such as https://api.example.com. Write the scheme and the host")
	ErrBaseURLCredentials = errors.New("expected no user name or password, which end up in logs. Use api_token or headers instead")
	ErrBaseURLQuery       = errors.New("expected a scheme, a host and maybe a path. Remove the query or the fragment")
	ErrBaseURLInsecure    = errors.New("expected https, since plain http sends secrets unencrypted to a host that is no loopback address. " +
		"Use it, or set allow_insecure_http = true if the network between is trusted")
)

// ParseBaseURL parses the base URL of an API. It refuses plain http to a host that is
// not loopback, unless allowInsecure is true. A trailing slash is ignored.
func ParseBaseURL(raw string, allowInsecure bool) (*url.URL, error) {
	base, err := url.Parse(raw)
	switch {
	case err != nil, base.Scheme != "http" && base.Scheme != "https", base.Hostname() == "":
		return nil, ErrBaseURLMalformed
	case base.User != nil:
		return nil, ErrBaseURLCredentials
	case base.RawQuery != "" || base.ForceQuery || base.Fragment != "":
		return nil, ErrBaseURLQuery
	case base.Scheme == "http" && !allowInsecure && !isLoopback(base.Hostname()):
		return nil, ErrBaseURLInsecure
	}
	base.RawPath = strings.TrimRight(base.EscapedPath(), "/")
	base.Path = strings.TrimRight(base.Path, "/")
	return base, nil
}

func isLoopback(host string) bool {
	if ip := net.ParseIP(host); ip != nil {
		return ip.IsLoopback()
	}
	return strings.EqualFold(host, "localhost")
}

// endpoint returns the address of the resource at segments below the base URL. It
// escapes each segment completely, because an id may contain any character.
func (c *Client) endpoint(segments ...string) *url.URL {
	escaped := make([]string, len(segments))
	for i, segment := range segments {
		escaped[i] = escapeSegment(segment)
	}
	endpoint := *c.config.BaseURL
	endpoint.RawPath = endpoint.EscapedPath() + "/" + strings.Join(escaped, "/")
	endpoint.Path += "/" + strings.Join(segments, "/")
	return &endpoint
}

// escapeSegment escapes a path segment. It also escapes the dots of "." and "..", which
// intermediaries would otherwise resolve as path steps (RFC 3986, section 5.2.4).
func escapeSegment(segment string) string {
	if segment == "." || segment == ".." {
		return strings.ReplaceAll(segment, ".", "%2E")
	}
	return url.PathEscape(segment)
}

// sameOrigin reports whether target has the same origin as base (RFC 6454), so that
// target may receive the same secrets. A target with credentials never has the same
// origin, because those credentials are not from the configuration.
func sameOrigin(base, target *url.URL) bool {
	return target.User == nil &&
		base.Scheme == target.Scheme && // url.Parse has already lowercased the scheme
		strings.EqualFold(base.Hostname(), target.Hostname()) &&
		effectivePort(base) == effectivePort(target)
}

func effectivePort(u *url.URL) string {
	defaults := map[string]string{"http": "80", "https": "443"}
	return cmp.Or(u.Port(), defaults[u.Scheme])
}

const maxRedirects = 10

var errRedirect = errors.New("the service redirected")

// IsRefusedRedirect reports whether err is caused by a redirect that the client did not
// follow.
func IsRefusedRedirect(err error) bool { return errors.Is(err, errRedirect) }

func checkRedirect(base *url.URL) func(*http.Request, []*http.Request) error {
	return func(next *http.Request, via []*http.Request) error {
		var reason string
		switch {
		case !sameOrigin(base, next.URL):
			reason = "to another origin, which is never followed"
		case next.Method != via[0].Method:
			reason = "a write in a way that would turn it into a read"
		case len(via) >= maxRedirects:
			reason = "too many times"
		default:
			return nil
		}
		return fmt.Errorf("%w %s: it led to %s", errRedirect, reason, redact.Place(next.URL))
	}
}
