// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// machine simulates a CLI with one state, and an unreliable service. The library
// rapid can shorten a failing sequence only if each run fails with the same
// message. Ids and times differ between runs, so the machine only logs them and
// does not include them in failure messages.
type machine struct {
	service   *service
	isOld     bool // a new object looks old, because the service has two clocks
	isLimited bool // the service limits the rate of requests
	kinds     []*kind
	provider  *protocoltest.Provider // its method Again starts the processes

	oneProcess bool                   // one process serves all phases of all runs; otherwise each phase has its own
	process    *protocoltest.Provider // the process of the last phase, or nil if it was interrupted
	isTrial    bool                   // no creation has succeeded since a failure, so the process may try the next one only once

	members []*member
	// explained maps the ids of objects that need not be in state to the reasons.
	// Possible reasons: the object was created outside the provider, the provider
	// abandoned the object, or an error reported its creation as unknown.
	explained map[string]string
}

// member is one instance of the configuration.
type member struct {
	kind     *kind
	instance *protocoltest.Instance
	desired  arguments // the last requested configuration
	applied  arguments // the last configuration that was applied successfully, or nil
	settled  bool      // the last operation succeeded, and nobody has changed the object since then
	failed   bool      // the last apply or destroy failed
	leaving  bool      // a destroy was requested and has not succeeded
	drifted  bool      // state may differ from the service after an outside change or an incomplete apply
	unread   bool      // the creation returned only the id, and the read after the creation failed
}

// id returns the id of the member's object on the service, or "".
func (m *member) id() string { return cmp.Or(m.instance.Text("route_id"), m.instance.Text("id")) }

func (m *member) String() string { return fmt.Sprintf("%s %q", m.instance.TypeName, m.id()) }

// newMachine draws a machine. It counts in struck how many requests each fault has struck.
func newMachine(t *rapid.T, struck map[fault]int) *machine {
	may := drawOperations(t)
	names := map[string]string{"idp_1": "alpha", "idp_2": "be/ta"}
	often, slow := refapi.RateLimit{Requests: 20, Window: time.Minute}, refapi.RateLimit{Requests: 4, Window: 15 * time.Second}
	limit := sampled(t, "limit", refapi.RateLimit{}, refapi.RateLimit{}, often, slow)
	createdAtOffset := sampled(t, "clock of created_at", 0, 0, 2*time.Minute, -2*time.Minute)
	service := startService(refapi.Options{
		IdentityProviderNames: names,
		RateLimit:             limit,
		ClockOffset:           sampled(t, "clock", 0, 0, 2*time.Minute, -2*time.Minute),
		CreatedAtOffset:       createdAtOffset,
	}, drawResponses(t, may), may)
	service.struck = struck
	t.Cleanup(service.down)
	// In a list that omits texts, no provider can see that somebody added a text.
	omitted := service.responses.ListOmits
	omitsTexts := slices.Contains(omitted, "metadata") && !slices.Contains(omitted, "backends")
	provider, err := protocoltest.New(context.Background(), map[string]any{
		"base_url":                baseURL,
		"api_token":               token,
		"max_retries":             2,
		"refresh_from_list":       rapid.Bool().Draw(t, "refresh from list") && !omitsTexts,
		"undocumented_operations": may,
		"identity_provider_names": names,
	})
	if err != nil {
		t.Fatalf("configuring the provider: %v", err)
	}
	kinds := []*kind{newFailoverBackendKind(service), newTLSEdgeKind(service), newRouteOAuthKind(service)}
	for typeName := range provider.Schemas.ResourceSchemas {
		if !slices.ContainsFunc(kinds, func(known *kind) bool { return known.typeName == typeName }) {
			t.Fatalf("add a kind for %s", typeName)
		}
	}
	return &machine{
		service:    service,
		isOld:      createdAtOffset < 0,
		isLimited:  limit.Requests > 0,
		kinds:      kinds,
		provider:   provider,
		oneProcess: rapid.Bool().Draw(t, "one process"),
		explained:  map[string]string{},
	}
}

// kind returns the kind of a resource type.
func (m *machine) kind(typeName string) *kind {
	return m.kinds[slices.IndexFunc(m.kinds, func(known *kind) bool { return known.typeName == typeName })]
}

// condition reports whether an operation can use a member.
type condition func(*member) bool

func inState(member *member) bool { return member.instance.Exists() }

// draw returns a random member that meets all conditions. If there is no such
// member, draw skips the operation.
func (m *machine) draw(t *rapid.T, conditions ...condition) *member {
	candidates := slices.DeleteFunc(slices.Clone(m.members), func(member *member) bool {
		return slices.ContainsFunc(conditions, func(meets condition) bool { return !meets(member) })
	})
	if len(candidates) == 0 {
		t.Skip("no member meets the conditions")
	}
	return candidates[rapid.IntRange(0, len(candidates)-1).Draw(t, "member")]
}

func (m *machine) drop(gone *member) {
	m.members = slices.DeleteFunc(m.members, func(member *member) bool { return member == gone })
}

// operations is the value of the provider's argument undocumented_operations.
type operations []api.UndocumentedOperation

func (o operations) include(operation api.UndocumentedOperation) bool {
	return slices.Contains(o, operation)
}

// drawOperations draws none, all or some of the undocumented operations.
func drawOperations(t *rapid.T) operations {
	all := api.UndocumentedOperations()
	count := sampled(t, "undocumented operations", 0, 0, len(all), len(all), 1, 3, 5)
	return rapid.Permutation(all).Draw(t, "which operations")[:count]
}

// drawResponses draws options for the responses of the reference API. All options
// agree with the API documentation. With PatchIgnoresNull, an update cannot remove a
// module from an edge. This option is therefore drawn only if the provider is allowed to
// delete modules, or is not allowed to update edges.
func drawResponses(t *rapid.T, may operations) refapi.Responses {
	var responses refapi.Responses
	responses.Unset = sampled(t, "unset", refapi.UnsetNull, refapi.UnsetEmpty, refapi.UnsetTextsAbsent)
	removesModules := may.include(api.DeleteTLSEdgeModule) || !may.include(api.UpdateTLSEdge)
	responses.PatchIgnoresNull = rapid.Bool().Draw(t, "patch ignores null") && removesModules
	if rapid.Bool().Draw(t, "default hostports") {
		responses.DefaultHostports = []string{"default.example.com:443"}
		responses.HidesDefaults = rapid.Bool().Draw(t, "hides defaults")
	}
	if rapid.Bool().Draw(t, "unset timers") {
		responses.UnsetTimers = new(uint32(3600))
	}
	responses.Patch = sampled(t, "patch", refapi.PatchWhole, refapi.PatchNoContent, refapi.PatchEmpty, refapi.PatchOtherShape)
	responses.NoOAuth = sampled(t, "no oauth", refapi.NoOAuthNotFound, refapi.NoOAuthNull, refapi.NoOAuthUnused)
	// No provider could keep what an update clears and no response shows.
	responses.PatchClearsOmitted = rapid.Bool().Draw(t, "patch clears omitted") && !responses.HidesDefaults
	responses.ReverseSets = rapid.Bool().Draw(t, "reverse sets")
	responses.RefLists = sampled(t, "ref lists", refapi.RefListArray, refapi.RefListSingle, refapi.RefListNull)
	responses.Secrets = sampled(t, "secrets", refapi.SecretAsSent, refapi.SecretMasked, refapi.SecretNull, refapi.SecretAbsent)
	responses.ReadLag = sampled(t, "read lag", 0, 0, 0, time.Second, 20*time.Second)
	responses.ListOmits = rapid.SampledFrom([][]string{
		nil, {"metadata"}, {"metadata", "description"}, {"created_at", "uri"}, {"metadata", "backends"},
	}).Draw(t, "list omits")
	normalizes, relative := rapid.Bool().Draw(t, "normalizes"), rapid.Bool().Draw(t, "relative next page")
	responses.Rewrite = func(member, text string) string {
		if relative && member == "next_page_uri" {
			return strings.TrimPrefix(text, baseURL)
		}
		if normalizes {
			return acctest.Normalized(member, text)
		}
		return text
	}
	return responses
}
