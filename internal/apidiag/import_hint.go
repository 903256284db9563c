// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package apidiag

import (
	"fmt"
	"strings"
)

// ImportBlock returns the block that imports an object of a resource type, for
// the user to complete with a name. The id may come from a service: nothing in it
// is read as an expression.
func ImportBlock(resourceType, id string) string {
	return fmt.Sprintf("import {\n  to = %s.NAME\n  id = %s\n}", resourceType, quoteHCL(id))
}

// quoteHCL returns text as a literal of the configuration language.
func quoteHCL(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "${", "$${", "%{", "%%{").Replace(text) + `"`
}
