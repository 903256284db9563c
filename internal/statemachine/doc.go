// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package statemachine looks for sequences of operations and faults after which
// state and service disagree. It has tests only.
//
// A machine drives the provider as a CLI would, through its protocol server and
// against the reference API, one operation after the other. Configurations,
// responses and faults are random. Configurations have null, empty and unknown
// values. Instances are replaced, imported, and move to other routes. Others change
// objects by hand. The service also acts late, lags, summarises, limits the rate of
// requests, names identity providers in its own way, and passes on responses that
// are not its own.
//
// Each sequence runs on a fake clock and a network in memory: pauses last as long
// as a user's and cost nothing.
//
// Each sequence draws its undocumented_operations: none, all or some. Nothing else
// may be requested.
//
// After every operation each object on the service must be in state once or
// explained: created by somebody else, abandoned, named by the import block of an
// error, or covered by an error that says a creation is unknown. An object leaves
// state only if a destroy was asked for or the service does not have it, and never
// by a plan under PREVENT. No creation is sent twice, no secret is shown, and no
// route opens that a plan did not announce. A module that nobody configured shows a
// change. An applied configuration plans no change. After every sequence the faults
// stop, and everything has to converge.
//
// The environment variable TRAFFICEDGE_TEST_OPERATIONS sets the number of
// operations, 1,000 by default. Millions need -timeout 0 as well:
//
//	TRAFFICEDGE_TEST_OPERATIONS=1000000 go test ./internal/statemachine -timeout 0 -v
//
// Every run logs its seed. A failure prints the one to run it again with, and the
// shortest sequence that still fails:
//
//	go test ./internal/statemachine -run TestMachine -rapid.seed=SEED
package statemachine
