// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

func TestCertificatePool(t *testing.T) {
	t.Parallel()
	_, good := certificate(t, "one.example.com")
	_, other := certificate(t, "two.example.com")
	notBase64 := strings.Replace(good, "\nMII", "\nM!I", 1)
	notDER := "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
	for name, test := range map[string]struct{ pem, want string }{
		"one":              {good, ""},
		"two":              {good + other, ""},
		"words between":    {"# one\n" + good + "# two\r\n" + other + "# end", ""},
		"a key beside it":  {good + "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", ""},
		"none":             {"", "no certificate"},
		"words alone":      {"certificate", "no certificate"},
		"broken":           {notBase64, "certificate 1 of 1 cannot be read"},
		"second broken":    {good + notBase64, "certificate 2 of 2 cannot be read"},
		"first broken":     {notDER + good, "certificate 1 of 2 cannot be read"},
		"without its end":  {good + strings.Split(other, "-----END")[0], "certificate 2 of 2 cannot be read"},
		"one in the other": {strings.Split(other, "-----END")[0] + good, "certificate 1 of 2 cannot be read"},
	} {
		_, err := api.CertificatePool(test.pem)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: got %v", name, err)
		}
		if strings.Contains(test.want, "cannot be read") != errors.Is(err, api.ErrBrokenCertificate) {
			t.Errorf("%s: got an error of another kind: %v", name, err)
		}
	}
}
