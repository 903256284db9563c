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

// CertificatePool returns a pool of the system's root certificates and the certificates
// in pemText. It fails if pemText contains no certificate, and if any certificate in
// pemText is unreadable.
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
		// A pool silently skips broken certificates and certificates with PEM headers
		// (RFC 7468, section 2). Adding the certificates individually finds the skipped
		// ones.
		if !pool.AppendCertsFromPEM([]byte(beginCertificate + part)) {
			return nil, fmt.Errorf("certificate %d of %d cannot be read", i+1, len(parts))
		}
	}
	return pool, nil
}
