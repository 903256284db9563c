// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// ValidateConfig rejects what cannot work if TLS ends upstream (interface section 2.3, TLS
// termination rules 2 and 4). It only warns about traffic_policy: rule 2 says that upstream
// excludes "most" modules, but does not list them. Unknown values pass.
func (r *tlsEdgeResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	config := attribute.Model[model](ctx, req.Config.Get, &resp.Diagnostics)
	resp.Diagnostics.Append(config.emptyHostports())
	termination := membersOf(config.TLSTermination)
	if termination.text("terminate_at").ValueString() != terminateAtUpstream {
		return
	}
	if version := termination.text("min_version"); attribute.HasValue(version) {
		resp.Diagnostics.AddAttributeError(path.Root("tls_termination").AtName("min_version"), "TLS version without termination at the edge",
			"min_version cannot be set while terminate_at is \"upstream\", because the edge takes no part in the TLS "+
				"handshake. Remove min_version, or set terminate_at to \"edge\".")
	}
	if isEnabled(config.MutualTLS) {
		resp.Diagnostics.AddAttributeError(path.Root("mutual_tls"), "Module that needs termination at the edge",
			"mutual_tls cannot be enabled while terminate_at is \"upstream\", because the edge sees no client "+
				"certificate. Remove the module, set its attribute enabled to false, or set terminate_at to \"edge\".")
	}
	if isEnabled(config.TrafficPolicy) {
		resp.Diagnostics.AddAttributeWarning(path.Root("traffic_policy"), "Module that may need termination at the edge",
			"While terminate_at is \"upstream\", the edge does not see decrypted traffic, so the service may refuse "+
				"or ignore traffic_policy. If the policy needs decrypted traffic, remove or disable it, or set "+
				"terminate_at to \"edge\".")
	}
}

// admissions warns about modules that keep fewer clients out than in the prior state, as far as
// the plan knows them. The summaries are constant, so that CLIs fold the warnings of many edges.
func (m model) admissions(ctx context.Context, prior model) (warnings diag.Diagnostics) {
	for _, name := range []string{"backend", "ip_restriction", "mutual_tls"} {
		was, planned, at := *moduleOf(&prior.edge, name), *moduleOf(&m.edge, name), path.Root(name)
		switch isKnown := !planned.IsUnknown() && !membersOf(planned).enabled().IsUnknown(); {
		case isKnown && isEnabled(was) && !isEnabled(planned):
			effect := "Clients that %s of %s rejects today can connect after the apply."
			if name == "backend" {
				effect = "Without %s, %s serves nothing after the apply."
			}
			warnings.AddAttributeWarning(at, name+" of a TLS edge is removed or disabled", fmt.Sprintf(effect, name, prior.object()))
		case name != "backend" && isEmpty(ctx, name, planned) && !isEmpty(ctx, name, was):
			at = at.AtName(essential(name))
			warnings.AddAttributeWarning(at, "Enabled module without ids",
				fmt.Sprintf("%s of %s is empty. Depending on the service, that admits everybody or nobody.", at, m.object()))
		}
	}
	return warnings
}

// isEmpty reports whether a module is wholly known and enabled, and has no ids.
func isEmpty(ctx context.Context, name string, module types.Object) bool {
	return isEnabled(module) && len(membersOf(module).ids(essential(name))) == 0 && attribute.IsWhollyKnown(ctx, module)
}

// isEnabled reports whether a module is certainly enabled. A null value of enabled means true.
func isEnabled(module types.Object) bool {
	enabled := membersOf(module).enabled()
	return attribute.HasValue(module) && (enabled.IsNull() || enabled.ValueBool())
}

// emptyHostports rejects [] in a configuration: a creation would let the service choose, and an
// update would take the hostports of a live edge away.
func (m model) emptyHostports() diag.Diagnostic {
	if !attribute.HasValue(m.Hostports) || len(m.Hostports.Elements()) > 0 {
		return nil
	}
	return diag.NewAttributeErrorDiagnostic(path.Root("hostports"), "Empty set of hostports",
		"hostports cannot be []. Leave the argument out: the service then chooses the hostports of a new edge, and an existing edge keeps its hostports.")
}

// hostportRule only warns, because the API documentation does not define the format. Another rule
// rejects empty elements.
func hostportRule() attribute.TextRule {
	return attribute.TextRule{Summary: "Hostport without a port", Accepts: isHostport, Warns: true, Described: "should " +
		"be a host, a colon and a port from 1 to 65535, such as \"edge.example.com:443\" or \"[2001:db8::1]:443\". " +
		"The API documentation shows no format, so the service may refuse other forms"}
}

func isHostport(text string) bool {
	host, port, err := net.SplitHostPort(text)
	number, invalid := strconv.ParseUint(port, 10, 16)
	return text == "" || err == nil && host != "" && !strings.ContainsAny(host, "/ \t\r\n") && invalid == nil && number > 0
}
