// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/go-json-experiment/json"
)

// Instance is an instance of a resource in state.
type Instance struct {
	Name                string `json:"-"` // the name of the resource
	CreateBeforeDestroy bool   `json:"create_before_destroy"`
	Attributes          struct {
		ID string `json:"id"`
	} `json:"attributes"`
}

// Instances returns the instances in the state file, which some CLIs write indented and
// others do not.
func (c *CLI) Instances(t *testing.T) (instances []Instance) {
	t.Helper()
	var state struct {
		Resources []struct {
			Name      string     `json:"name"`
			Instances []Instance `json:"instances"`
		} `json:"resources"`
	}
	NoError(t, json.Unmarshal(Must(os.ReadFile(filepath.Join(c.Dir, "terraform.tfstate")))(t), &state))
	for _, resource := range state.Resources {
		for _, instance := range resource.Instances {
			instance.Name = resource.Name
			instances = append(instances, instance)
		}
	}
	return instances
}
