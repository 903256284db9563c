// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

// phase is one command of a run.
type phase string

const (
	create   phase = "create"
	planNoOp phase = "no-op plan"
	update   phase = "update all"
	destroy  phase = "destroy"
)

// arguments returns the arguments of the CLI.
func (p phase) arguments() []string {
	switch p {
	case planNoOp:
		// A plan with changes has an exit code of its own, and fails.
		return []string{"plan", "-detailed-exitcode"}
	case destroy:
		return []string{"destroy", "-auto-approve"}
	default:
		return []string{"apply", "-auto-approve"}
	}
}

// description returns the description of every object in this phase. The update changes it.
func (p phase) description() string {
	if p == update || p == destroy {
		return "after the update"
	}
	return "before the update"
}
