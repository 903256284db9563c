// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package statemachine searches for sequences of operations and faults that make the
// Terraform state and the service disagree. The package consists of tests only.
//
// A machine calls the provider's protocol server, as a CLI does, and runs one operation
// at a time. The service is the reference API. Configurations, responses and faults are
// random. Configurations include null, empty and unknown values. Resources are
// replaced, imported and moved to other routes. Objects are also changed outside the
// provider. The service may act late, return stale or incomplete objects, limit the
// rate of requests, and use its own names for identity providers. Some responses look
// like the error page of a proxy.
//
// Each sequence runs on a fake clock and a network in memory. Pauses therefore have
// realistic lengths without slowing the tests down.
//
// Each sequence configures the provider with random undocumented_operations: none, all
// or some of them. The sequence fails if the provider sends any other undocumented
// request.
//
// The machine checks these rules after the operations:
//
//   - Each object on the service is in state exactly once, or there is an explanation
//     why the object is not in state. Possible explanations: the object was created
//     outside the provider, the provider abandoned the object, an error contains an
//     import block for the object, or an error says that the result of a creation is
//     unknown.
//   - An object is deleted only if a destroy or a replacement was requested. An
//     edge is deleted only under the deletion_policy DELETE.
//   - The provider does not repeat the request of a creation.
//   - No secret is shown.
//   - A route loses its authentication only if the plan announced this change.
//   - If an edge has a module that is not configured, the plan shows a change.
//   - After a successful apply, another plan of the same configuration is empty.
//
// After every sequence the faults stop. State and service must then converge.
//
// The environment variable TRAFFICEDGE_TEST_OPERATIONS sets the number of operations.
// The default is 1,000. Large numbers also need -timeout 0:
//
//	TRAFFICEDGE_TEST_OPERATIONS=1000000 go test ./internal/statemachine -timeout 0 -v
//
// Every run logs its seed. A failed run prints the shortest sequence that still fails.
// It also prints a seed, which repeats the failure:
//
//	go test ./internal/statemachine -run TestMachine -rapid.seed=SEED
package statemachine
