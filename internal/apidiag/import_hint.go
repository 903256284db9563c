// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package apidiag

import (
	"fmt"
	"strconv"
	"strings"
)

// ImportBlock returns the import block for an object, in which the user replaces NAME. The
// service may have chosen the id, so ImportBlock escapes it: a CLI must not evaluate
// expressions in an id.
func ImportBlock(resourceType, id string) string {
	literal := strings.NewReplacer("${", "$${", "%{", "%%{").Replace(strconv.Quote(id))
	return fmt.Sprintf("import {\n  to = %s.NAME\n  id = %s\n}", resourceType, literal)
}
