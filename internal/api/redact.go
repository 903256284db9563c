package api

import (
	"slices"
	"strings"
)

const (
	redacted = "(redacted)"
	// minSecretBytes keeps a header value such as "2" from blotting out
	// every digit of a message; nothing that short is a secret.
	minSecretBytes = 4
)

// redactor takes known secrets out of text that comes from the service, which
// may quote what it was sent.
type redactor []string

func newRedactor(config Config) redactor {
	var secrets redactor
	secrets = secrets.with(config.Token)
	for _, value := range config.Headers {
		secrets = secrets.with(value)
		// The part after an authentication scheme is what is secret in
		// "Bearer …" and may be quoted alone.
		if _, credential, ok := strings.Cut(value, " "); ok {
			secrets = secrets.with(credential)
		}
	}
	return secrets
}

// with returns a redactor that also takes out more.
func (r redactor) with(more ...string) redactor {
	secrets := slices.Clone(r)
	for _, secret := range more {
		if len(secret) >= minSecretBytes {
			secrets = append(secrets, secret)
		}
	}
	// A secret that contains another must go first, or its rest would stay.
	slices.SortFunc(secrets, func(a, b string) int { return len(b) - len(a) })
	return secrets
}

func (r redactor) redact(text string) string {
	for _, secret := range r {
		text = strings.ReplaceAll(text, secret, redacted)
	}
	return text
}
