// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"os"

	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Environment variables that stand in for attributes without a value.
const (
	EnvBaseURL  = "TRAFFICEDGE_BASE_URL"
	EnvAPIToken = "TRAFFICEDGE_API_TOKEN"
)

// withEnvironment returns m with values from the environment for attributes that
// the configuration leaves out. An empty variable is an unset one: CI systems and
// shells often leave those behind.
func (m model) withEnvironment() model {
	if value := os.Getenv(EnvBaseURL); value != "" && m.BaseURL.IsNull() {
		m.BaseURL = types.StringValue(value)
		m.baseURLSource = "the environment variable " + EnvBaseURL
	}
	if value := os.Getenv(EnvAPIToken); value != "" && m.APIToken.IsNull() {
		m.APIToken = types.StringValue(value)
	}
	return m
}
