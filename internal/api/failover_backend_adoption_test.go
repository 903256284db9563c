package api_test

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestAdoptFailoverBackend(t *testing.T) {
	t.Parallel()
	settings := api.FailoverBackendSettings{Description: "d", Metadata: "m", Backends: []string{"a", "b"}}
	made := func(change func(*refapi.FailoverBackend)) refapi.FailoverBackend {
		backend := refapi.FailoverBackend{Description: "d", Metadata: "m", Backends: []string{"a", "b"}}
		change(&backend)
		return backend
	}
	at := func(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }
	for name, test := range map[string]struct {
		there         []refapi.FailoverBackend
		adopted       string
		nothing       bool
		severalWanted int
	}{
		"none":              {nothing: true},
		"exactly it":        {there: []refapi.FailoverBackend{made(func(b *refapi.FailoverBackend) { b.ID = "it" })}, adopted: "it"},
		"older":             {there: []refapi.FailoverBackend{made(func(b *refapi.FailoverBackend) { b.CreatedAt = at(time.Now().Add(-time.Minute)) })}, nothing: true},
		"other description": {there: []refapi.FailoverBackend{made(func(b *refapi.FailoverBackend) { b.Description = "e" })}, nothing: true},
		"other metadata":    {there: []refapi.FailoverBackend{made(func(b *refapi.FailoverBackend) { b.Metadata = "" })}, nothing: true},
		"other order":       {there: []refapi.FailoverBackend{made(func(b *refapi.FailoverBackend) { b.Backends = []string{"b", "a"} })}, nothing: true},
		"two":               {there: []refapi.FailoverBackend{made(func(*refapi.FailoverBackend) {}), made(func(*refapi.FailoverBackend) {})}, severalWanted: 2},
		"of unknown age":    {there: []refapi.FailoverBackend{made(func(b *refapi.FailoverBackend) { b.CreatedAt = "yesterday" })}, severalWanted: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reference := refapi.New(refapi.Options{PageSize: 1})
			client := serve(t, reference.ServeHTTP).client(t, nil)
			for _, backend := range test.there {
				reference.AddFailoverBackend(backend)
			}
			adopted, err := client.AdoptFailoverBackend(t.Context(), settings, time.Now())
			several, _ := errors.AsType[*api.SeveralToAdoptError](err)
			switch {
			case test.adopted != "" && (err != nil || adopted.ID != test.adopted),
				test.nothing && !errors.Is(err, api.ErrNothingToAdopt),
				test.severalWanted > 0 && (several == nil || len(several.IDs) != test.severalWanted):
				t.Errorf("got %v, %v", adopted, err)
			}
		})
	}
}

// What another operation of the same client has made is not ours to adopt, and
// nothing is adopted twice.
func TestAdoptFailoverBackend_claimsOnce(t *testing.T) {
	t.Parallel()
	settings := api.FailoverBackendSettings{Backends: []string{"a"}}
	reference := refapi.New(refapi.Options{})
	client := serve(t, reference.ServeHTTP).client(t, nil)
	since := time.Now()
	if _, err := client.CreateFailoverBackend(t.Context(), settings); err != nil {
		t.Fatal(err)
	}
	if adopted, err := client.AdoptFailoverBackend(t.Context(), settings, since); !errors.Is(err, api.ErrNothingToAdopt) {
		t.Errorf("adopted what another operation has created: %v, %v", adopted, err)
	}
	imported := reference.AddFailoverBackend(refapi.FailoverBackend{Backends: []string{"a"}})
	if _, err := client.GetFailoverBackend(t.Context(), imported.ID); err != nil {
		t.Fatal(err)
	}
	if adopted, err := client.AdoptFailoverBackend(t.Context(), settings, since); !errors.Is(err, api.ErrNothingToAdopt) {
		t.Errorf("adopted what another operation has read: %v, %v", adopted, err)
	}
	ours := reference.AddFailoverBackend(refapi.FailoverBackend{Backends: []string{"a"}})
	if adopted, err := client.AdoptFailoverBackend(t.Context(), settings, since); err != nil || adopted.ID != ours.ID {
		t.Errorf("got %v, %v", adopted, err)
	}
	if adopted, err := client.AdoptFailoverBackend(t.Context(), settings, since); !errors.Is(err, api.ErrNothingToAdopt) {
		t.Errorf("adopted twice: %v, %v", adopted, err)
	}
}

// Ages are told by the service's clock, which may be another than ours.
func TestAdoptFailoverBackend_anotherClock(t *testing.T) {
	t.Parallel()
	for name, ahead := range map[string]time.Duration{"ahead": time.Hour, "behind": -time.Hour} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reference := refapi.New(refapi.Options{})
			client := serve(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Date", time.Now().Add(ahead).UTC().Format(http.TimeFormat))
				reference.ServeHTTP(w, r)
			}).client(t, nil)
			add := func(age time.Duration) string {
				created := time.Now().Add(ahead - age).UTC().Format(time.RFC3339Nano)
				return reference.AddFailoverBackend(refapi.FailoverBackend{Backends: []string{"a"}, CreatedAt: created}).ID
			}
			add(time.Minute)
			ours := add(0)
			adopted, err := client.AdoptFailoverBackend(t.Context(), api.FailoverBackendSettings{Backends: []string{"a"}}, time.Now())
			if err != nil || adopted.ID != ours {
				t.Errorf("got %v, %v", adopted, err)
			}
		})
	}
}
