// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package statemachine searches for sequences of operations and faults that make the
// Terraform state and the service disagree. The package consists of tests only.
//
// A machine simulates a CLI: it calls the provider's protocol server and runs one
// operation at a time, except that some runs create several objects together. Package
// refapi acts as the service. Configurations, responses and faults are random.
// Configurations include null, empty and unknown values. Resources are replaced and
// imported. OAuth modules move to other routes. Objects also change outside the provider.
// The service may act late, return stale or incomplete objects, limit the rate of
// requests, show texts in other words, and use its own names for identity providers. It
// may only read, make one change at a time, respond with an operation or with another
// object instead of the requested one, and have two clocks. Some responses look like the
// error page of a proxy, and sometimes a gateway responds 404 to everything.
//
// Either a single process of the provider serves all runs of a sequence, as in terraform
// test, or each phase of a run has its own process.
//
// Each sequence runs on a fake clock and a network in memory. Pauses therefore have
// realistic lengths without slowing the tests down.
//
// The provider's argument undocumented_operations allows requests that the API
// documentation does not describe. Each sequence allows none, all or some of these
// requests, at random. It fails if the provider sends a request that is not allowed.
//
// The machine checks these rules after the operations:
//
//   - Each object on the service is in state exactly once, or there is an explanation
//     why the object is not in state. Possible explanations: the object was created
//     outside the provider, the provider abandoned the object, an error says that the
//     result of a creation is unknown, or an error names the object that the response to
//     an update describes. One error explains one object.
//   - An object is deleted only if a destroy or a replacement was requested. An
//     edge is deleted only under the deletion_policy DELETE.
//   - The provider does not repeat a creation that the service may have executed. After one
//     that failed, other creations wait for their turn.
//   - A creation succeeds if the service names the new object in any documented way, or
//     refuses writes only for some seconds. State has no object that was never created.
//   - No diagnostic contains a secret. In state, only client_secret contains a secret.
//   - An OAuth module changes only if a plan sets it, and loses its authentication only if
//     that plan disables it.
//   - If an edge has a module that is not configured, the plan shows a change.
//   - After a successful apply, another plan of the same configuration is empty.
//
// After every sequence, the faults stop, and state and service must converge.
//
// At the end, the test logs how many requests each fault struck.
//
// The environment variable TRAFFICEDGE_TEST_OPERATIONS sets the number of operations.
// The default is 1,000. Large numbers also need -timeout 0:
//
//	TRAFFICEDGE_TEST_OPERATIONS=1000000 go test ./internal/statemachine -timeout 0 -v
//
// After a failure, the test prints the shortest failing sequence that it found, and a seed.
// With that seed as SEED, this command repeats the failure:
//
//	go test ./internal/statemachine -run TestMachine -rapid.seed=SEED
package statemachine
