// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package statemachine searches for sequences of operations and faults after which
// state and service disagree. The package consists of tests only.
//
// A machine drives the provider through its protocol server, as a CLI does, one
// operation at a time. The service is the reference API. Configurations, responses
// and faults are random. Configurations include null, empty and unknown values.
// Instances are replaced, imported and moved to other routes. Objects are also
// changed outside the provider. The service may act late, return stale or
// incomplete objects, limit the rate of requests, and use its own names for identity
// providers. Some responses come from a proxy instead of the service.
//
// Each sequence runs on a fake clock and a network in memory. Pauses therefore have
// realistic lengths without slowing the tests down.
//
// Each sequence draws its undocumented_operations: none, all or some. The provider
// may not send any other undocumented request.
//
// The machine checks these rules after every operation:
//
//   - Each object on the service is in state exactly once, or its absence from state
//     is explained. Possible explanations: somebody else created the object, the
//     provider abandoned it, an error contains an import block for it, or an error
//     says that a creation has an unknown result.
//   - An object is removed from state only if a destroy was requested or the object
//     is missing on the service. A plan under PREVENT never removes an object.
//   - No creation is sent twice, and no secret is shown.
//   - No route is opened unless a plan announced it.
//   - A module that is not configured shows a change.
//   - An applied configuration plans no change.
//
// After every sequence the faults stop, and state and service must converge.
//
// The environment variable TRAFFICEDGE_TEST_OPERATIONS sets the number of
// operations. The default is 1,000. Millions of operations also need -timeout 0:
//
//	TRAFFICEDGE_TEST_OPERATIONS=1000000 go test ./internal/statemachine -timeout 0 -v
//
// Every run logs its seed. A failure prints the seed that repeats the failure, and
// the shortest sequence that still fails:
//
//	go test ./internal/statemachine -run TestMachine -rapid.seed=SEED
package statemachine
