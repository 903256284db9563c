// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
)

func BenchmarkDecodeFailoverBackendPage(b *testing.B) {
	const backendsPerPage = 100
	next, description := "https://api.example.com/backends/failover?cursor=2s", "Checkout: Frankfurt first, then Dublin"
	page := failoverBackendPage{NextPageURI: &next}
	for i := range backendsPerPage {
		id := fmt.Sprintf("fob_%024d", i)
		page.Backends = append(page.Backends, FailoverBackend{
			ID:          id,
			URI:         "https://api.example.com/backends/failover/" + id,
			CreatedAt:   "2026-01-31T12:34:56.123456Z",
			Description: &description,
			Backends:    []string{"bkd_checkout_fra", "bkd_checkout_dub"},
		})
	}
	body, err := json.Marshal(page)
	if err != nil {
		b.Fatal(err)
	}
	received := &answer{status: http.StatusOK, header: http.Header{"Content-Type": {"application/json"}}, body: body}
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		decoded := new(failoverBackendPage)
		if err := received.decode(decoded); err != nil || len(decoded.Backends) != backendsPerPage {
			b.Fatalf("decoded %d failover backends, error %v", len(decoded.Backends), err)
		}
	}
}
