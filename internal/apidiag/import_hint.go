// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package apidiag

import (
	"fmt"
	"strconv"
	"strings"
)

// ImportBlock returns the block that imports an object of a resource type, for
// the user to complete with a name. The id may come from a service: nothing in it
// is read as an expression.
func ImportBlock(resourceType, id string) string {
	literal := strings.NewReplacer("${", "$${", "%{", "%%{").Replace(strconv.Quote(id))
	return fmt.Sprintf("import {\n  to = %s.NAME\n  id = %s\n}", resourceType, literal)
}
