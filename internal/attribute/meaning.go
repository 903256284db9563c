// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"net"
	"regexp"
	"strings"
	"time"

	"golang.org/x/net/idna"
)

// meaning says when two texts mean the same.
type meaning struct {
	// form returns what counts of a text. Texts with equal forms mean the same, and a text
	// with the form "" is unset.
	form func(text string) string
	// same compares texts whose meaning has no form. It is nil for all other meanings.
	same func(a, b string) bool
}

// meaningOf returns the meaning of the text at a path, or of the elements of a set or list.
// It is the one table of what is the same, for plans, responses, imports and lists. All
// resources share the paths; an asterisk stands for any identity provider. All other texts
// count exactly, and TestMeanings lists them.
func meaningOf(at string) meaning {
	switch anyIdentityProvider.ReplaceAllString(at, "$1*") {
	case "description", "metadata":
		return meaning{form: formOfText}
	case "traffic_policy.value":
		return meaning{form: formOfPolicy}
	case "created_at":
		return meaning{form: exactly, same: isSameTime}
	case "hostports":
		return meaning{form: formOfHostport}
	case "identity_provider.*.email_domains":
		return meaning{form: formOfHost}
	case "identity_provider.*.email_addresses":
		return meaning{form: formOfAddress}
	case "identity_provider.*.teams", "identity_provider.*.organizations":
		return meaning{form: strings.ToLower}
	}
	return meaning{form: exactly}
}

var anyIdentityProvider = regexp.MustCompile(`^(identity_provider\.)idp_\d+`)

// means reports whether two texts have the same meaning.
func (m meaning) means(a, b string) bool {
	if m.same != nil {
		return m.same(a, b)
	}
	return m.form(a) == m.form(b)
}

func exactly(text string) string { return text }

// formOfText is the form of a text that services store for people or programs. They may
// trim it, and rewrite JSON.
func formOfText(text string) string { return canonicalJSON(strings.TrimSpace(text)) }

// formOfPolicy keeps the white space before the first character, unlike [formOfText]: in
// YAML, it indents the first line.
func formOfPolicy(text string) string {
	return canonicalJSON(emptyLines.ReplaceAllString(strings.TrimRight(text, whiteSpace), ""))
}

// whiteSpace is the white space of YAML and JSON.
const whiteSpace = " \t\r\n"

var emptyLines = regexp.MustCompile(`^(?:[ \t]*\r?\n)+`)

// formOfHostport is the form of a host with a port, or without one.
func formOfHostport(text string) string {
	host, port, err := net.SplitHostPort(text)
	if err != nil {
		return formOfHost(text)
	}
	return net.JoinHostPort(formOfHost(host), port)
}

// formOfAddress is the form of an email address. Only the part before the @ counts exactly
// (RFC 5321, section 2.4).
func formOfAddress(text string) string {
	at := strings.LastIndex(text, "@") + 1
	return text[:at] + formOfHost(text[at:])
}

// formOfHost is the ASCII form of a host or domain in lower case (RFC 5891). The strict
// rules for host names are off, because they reject "*" and "_".
func formOfHost(host string) string {
	profile := idna.New(idna.MapForLookup(), idna.Transitional(false), idna.StrictDomainName(false))
	if ascii, err := profile.ToASCII(host); err == nil {
		return ascii
	}
	return strings.ToLower(host)
}

// isSameTime reports whether two texts are times less than a second apart (RFC 3339), since
// services store times with different precisions. Any other text counts exactly.
func isSameTime(a, b string) bool {
	first, invalidFirst := time.Parse(time.RFC3339, a)
	second, invalidSecond := time.Parse(time.RFC3339, b)
	if invalidFirst != nil || invalidSecond != nil {
		return a == b
	}
	return first.Sub(second).Abs() < time.Second
}
