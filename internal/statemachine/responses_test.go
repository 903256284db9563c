// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"slices"

	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// operations are a provider's undocumented_operations.
type operations []api.Undocumented

func (o operations) include(operation api.Undocumented) bool { return slices.Contains(o, operation) }

// drawOperations draws none, all, or some.
func drawOperations(t *rapid.T) operations {
	all := api.AllUndocumented()
	count := rapid.SampledFrom([]int{0, 0, len(all), len(all), 1, 3, 5}).Draw(t, "undocumented operations")
	return rapid.Permutation(all).Draw(t, "which operations")[:count]
}

// drawResponses draws the freedoms of a service's responses. An update that ignores
// null needs another operation to remove a module.
func drawResponses(t *rapid.T, may operations) refapi.Answers {
	var answers refapi.Answers
	drawForms(t, &answers)
	answers.Unset = rapid.SampledFrom([]refapi.UnsetAnswer{
		refapi.UnsetNull, refapi.UnsetEmpty, refapi.UnsetTextsAbsent,
	}).Draw(t, "unset")
	answers.PatchIgnoresNull = rapid.Bool().Draw(t, "patch ignores null") && (may.include(api.DeleteTLSEdgeModule) || !may.include(api.UpdateTLSEdge))
	if rapid.Bool().Draw(t, "default hostports") {
		answers.DefaultHostports = []string{"default.example.com:443"}
	}
	if rapid.Bool().Draw(t, "unset timers") {
		answers.UnsetTimers = new(uint32(3600))
	}
	return answers
}

// drawForms draws the freedoms that may change from one response to the next
// without a change of meaning.
func drawForms(t *rapid.T, answers *refapi.Answers) {
	answers.Patch = rapid.SampledFrom([]refapi.PatchAnswer{
		refapi.PatchWhole, refapi.PatchNoContent, refapi.PatchEmpty, refapi.PatchOtherShape,
	}).Draw(t, "patch")
	answers.NoOAuth = rapid.SampledFrom([]refapi.NoOAuthAnswer{
		refapi.NoOAuthNotFound, refapi.NoOAuthNull, refapi.NoOAuthUnused,
	}).Draw(t, "no oauth")
	answers.PatchClearsOmitted = rapid.Bool().Draw(t, "patch clears omitted")
	answers.ReverseSets = rapid.Bool().Draw(t, "reverse sets")
	answers.RefLists = rapid.SampledFrom([]refapi.RefListAnswer{
		refapi.RefListArray, refapi.RefListSingle, refapi.RefListNull,
	}).Draw(t, "ref lists")
	answers.Secrets = rapid.SampledFrom([]refapi.SecretAnswer{
		refapi.SecretAsSent, refapi.SecretMasked, refapi.SecretNull, refapi.SecretAbsent,
	}).Draw(t, "secrets")
	answers.ReadLag = rapid.SampledFrom([]int{0, 0, 1, 3}).Draw(t, "read lag")
	answers.ReformatMetadata = rapid.Bool().Draw(t, "reformat metadata")
	answers.ListOmits = rapid.SampledFrom([][]string{
		nil, {"metadata"}, {"metadata", "description"}, {"created_at", "uri"}, {"metadata", "backends"},
	}).Draw(t, "list omits")
	answers.RelativeNextPage = rapid.Bool().Draw(t, "relative next page")
}
