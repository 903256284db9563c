// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"slices"

	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// operations is the value of the provider's argument undocumented_operations.
type operations []api.UndocumentedOperation

func (o operations) include(operation api.UndocumentedOperation) bool {
	return slices.Contains(o, operation)
}

// drawOperations draws none, all or some of the undocumented operations.
func drawOperations(t *rapid.T) operations {
	all := api.UndocumentedOperations()
	count := rapid.SampledFrom([]int{0, 0, len(all), len(all), 1, 3, 5}).Draw(t, "undocumented operations")
	return rapid.Permutation(all).Draw(t, "which operations")[:count]
}

// drawResponses draws options for the responses of the reference API. All options
// agree with the API documentation. With PatchIgnoresNull, an update cannot remove a
// module from an edge. This option is therefore drawn only if the provider may delete
// modules, or if it may not update edges.
func drawResponses(t *rapid.T, may operations) refapi.Responses {
	var responses refapi.Responses
	responses.Unset = rapid.SampledFrom([]refapi.UnsetResponse{
		refapi.UnsetNull, refapi.UnsetEmpty, refapi.UnsetTextsAbsent,
	}).Draw(t, "unset")
	responses.PatchIgnoresNull = rapid.Bool().Draw(t, "patch ignores null") && (may.include(api.DeleteTLSEdgeModule) || !may.include(api.UpdateTLSEdge))
	if rapid.Bool().Draw(t, "default hostports") {
		responses.DefaultHostports = []string{"default.example.com:443"}
	}
	if rapid.Bool().Draw(t, "unset timers") {
		responses.UnsetTimers = new(uint32(3600))
	}
	responses.Patch = rapid.SampledFrom([]refapi.PatchResponse{
		refapi.PatchWhole, refapi.PatchNoContent, refapi.PatchEmpty, refapi.PatchOtherShape,
	}).Draw(t, "patch")
	responses.NoOAuth = rapid.SampledFrom([]refapi.NoOAuthResponse{
		refapi.NoOAuthNotFound, refapi.NoOAuthNull, refapi.NoOAuthUnused,
	}).Draw(t, "no oauth")
	responses.PatchClearsOmitted = rapid.Bool().Draw(t, "patch clears omitted")
	responses.ReverseSets = rapid.Bool().Draw(t, "reverse sets")
	responses.RefLists = rapid.SampledFrom([]refapi.RefListResponse{
		refapi.RefListArray, refapi.RefListSingle, refapi.RefListNull,
	}).Draw(t, "ref lists")
	responses.Secrets = rapid.SampledFrom([]refapi.SecretResponse{
		refapi.SecretAsSent, refapi.SecretMasked, refapi.SecretNull, refapi.SecretAbsent,
	}).Draw(t, "secrets")
	responses.ReadLag = rapid.SampledFrom([]int{0, 0, 1, 3}).Draw(t, "read lag")
	responses.ReformatMetadata = rapid.Bool().Draw(t, "reformat metadata")
	responses.ListOmits = rapid.SampledFrom([][]string{
		nil, {"metadata"}, {"metadata", "description"}, {"created_at", "uri"}, {"metadata", "backends"},
	}).Draw(t, "list omits")
	responses.RelativeNextPage = rapid.Bool().Draw(t, "relative next page")
	return responses
}
