// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package apidiag

import (
	"fmt"
	"strconv"
	"strings"
)

// ImportBlock returns the import block for an object. The user replaces NAME in the
// block. ImportBlock escapes the id, because a CLI must not evaluate an expression in an
// id that the service has chosen.
func ImportBlock(resourceType, id string) string {
	literal := strings.NewReplacer("${", "$${", "%{", "%%{").Replace(strconv.Quote(id))
	return fmt.Sprintf("import {\n  to = %s.NAME\n  id = %s\n}", resourceType, literal)
}
