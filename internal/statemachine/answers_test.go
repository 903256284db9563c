// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// drawAnswers draws the freedoms of a service's answers.
func drawAnswers(t *rapid.T) refapi.Answers {
	var answers refapi.Answers
	drawManners(t, &answers)
	answers.Unset = rapid.SampledFrom([]refapi.UnsetAnswer{refapi.UnsetNull, refapi.UnsetEmpty, refapi.UnsetAbsent}).Draw(t, "unset")
	if rapid.Bool().Draw(t, "edges in part") {
		answers.EdgeGetMembers = []string{"id", "uri", "hostports", "description", "tls_termination"}
	}
	if rapid.Bool().Draw(t, "default hostports") {
		answers.DefaultHostports = []string{"default.example.com:443"}
	}
	if rapid.Bool().Draw(t, "unset timers") {
		answers.UnsetTimers = new(uint32(3600))
	}
	return answers
}

// drawManners draws the freedoms that may change from one answer to the next
// without a change of meaning.
func drawManners(t *rapid.T, answers *refapi.Answers) {
	answers.Patch = rapid.SampledFrom([]refapi.PatchAnswer{
		refapi.PatchWhole, refapi.PatchNoContent, refapi.PatchEmpty, refapi.PatchOtherShape,
	}).Draw(t, "patch")
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
