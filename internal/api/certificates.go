// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"crypto/x509"
	"errors"
	"fmt"
	"strings"
)

const beginCertificate = "-----BEGIN CERTIFICATE-----"

// CertificatePool returns the system's roots and the certificates in pemText. It
// fails if pemText has none, or one that cannot be read.
func CertificatePool(pemText string) (*x509.CertPool, error) {
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	parts := strings.Split(pemText, beginCertificate)[1:]
	if len(parts) == 0 {
		return nil, errors.New("no certificate found")
	}
	for i, part := range parts {
		// A pool skips broken certificates, and those with PEM headers (RFC 7468,
		// section 2), without a word, so it gets one at a time.
		if !pool.AppendCertsFromPEM([]byte(beginCertificate + part)) {
			return nil, fmt.Errorf("certificate %d of %d cannot be read", i+1, len(parts))
		}
	}
	return pool, nil
}
