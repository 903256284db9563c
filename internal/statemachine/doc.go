// Package statemachine looks for sequences of operations and faults after which
// state and service disagree. It has tests only.
//
// A machine drives the provider as a CLI would, through its protocol server and
// against the reference API, with random configurations, random answers and
// random faults. After every operation each object on the service must be in one
// instance's state, or made by somebody else, or named by a diagnostic; after
// every sequence the faults stop, and everything has to converge.
//
// The environment variable TRAFFICEDGE_TEST_OPERATIONS says how many operations
// to run, 10,000 by default. Millions need -timeout 0 as well:
//
//	TRAFFICEDGE_TEST_OPERATIONS=1000000 go test ./internal/statemachine -timeout 0 -v
//
// A failure prints its seed and the shortest sequence that still fails. To run
// it again:
//
//	go test ./internal/statemachine -run TestMachine -rapid.seed=SEED
package statemachine
