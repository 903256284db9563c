// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

const (
	clientID              = "client_id"
	clientSecret          = "client_secret"
	clientSecretWO        = "client_secret_wo"
	clientSecretWOVersion = "client_secret_wo_version"
	scopes                = "scopes"
	emailAddresses        = "email_addresses"
	emailDomains          = "email_domains"
	teams                 = "teams"
	organizations         = "organizations"
)

// teamProvider alone has teams and organizations (interface section 4.3, rule 4).
const teamProvider = "idp_1"

// identityProvider is a member of the attribute identity_provider. All eight members have the
// same attributes, so a lookup by name is simpler than a struct with eight fields.
type identityProvider struct {
	name   string
	object types.Object
}

func providerNamed(all types.Object, name string) identityProvider {
	object, _ := all.Attributes()[name].(types.Object)
	return identityProvider{name: name, object: object}
}

// namesOfSet returns the names of the identity providers that are known to be set.
func namesOfSet(all types.Object) []string {
	return slices.DeleteFunc(api.IdentityProviders(), func(name string) bool { return !providerNamed(all, name).hasValue() })
}

// chosen returns the first identity provider that is known to be set, or an empty result.
func chosen(all types.Object) identityProvider {
	return providerNamed(all, append(namesOfSet(all), "")[0])
}

// hasValue counts an empty object.
func (i identityProvider) hasValue() bool { return attribute.HasValue(i.object) }

func (i identityProvider) hasContent(name string) bool {
	return attribute.HasContent(i.object.Attributes()[name])
}

// mayHaveContent counts an unknown attribute.
func (i identityProvider) mayHaveContent(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		value, ok := i.object.Attributes()[name]
		return ok && (value.IsUnknown() || attribute.HasContent(value))
	})
}

func (i identityProvider) text(name string) string {
	text, _ := i.object.Attributes()[name].(types.String)
	return text.ValueString()
}

// secretToSend returns the client secret of the planned identity provider, or why nothing can be
// sent. Because of ignore_changes, a plan may combine attributes of the configuration with
// attributes of the state. A secret is sent only with the client id beside which it was
// configured. A write-only secret is only in the configuration.
func secretToSend(configured, prior, planned types.Object) (string, diag.Diagnostic) {
	i, stored, writeOnly := chosen(planned), "", ""
	for _, source := range []types.Object{configured, prior} {
		if of := providerNamed(source, i.name); of.text(clientID) == i.text(clientID) {
			writeOnly = cmp.Or(writeOnly, of.text(clientSecretWO))
			if of.text(clientSecret) == i.text(clientSecret) {
				stored = i.text(clientSecret)
			}
		}
	}
	at := path.Root(identityProviderAttribute).AtName(i.name)
	switch {
	case !i.hasValue():
		return "", diag.NewAttributeErrorDiagnostic(at.ParentPath(), "The identity provider is not known",
			"Nothing was sent. State lacks the identity provider, because the module was imported without reading it, "+
				"and ignore_changes hides the configured one. Remove identity_provider from ignore_changes, and "+
				"configure the app and every access rule. To stop managing the module, run state rm.")
	case len(namesOfSet(planned)) > 1:
		return "", diag.NewAttributeErrorDiagnostic(at.ParentPath(), "More than one identity provider",
			"Nothing was sent. Because of ignore_changes, the plan has both the old identity provider and the "+
				"configured one. Remove the old one from ignore_changes, and apply.")
	case i.hasContent(clientSecret) && writeOnly != "":
		return "", diag.NewAttributeErrorDiagnostic(at.AtName(clientSecretWO), "client_secret_wo has no effect",
			fmt.Sprintf("Nothing was sent. Because of ignore_changes, the plan keeps the old client_secret of %s. Remove its entry from ignore_changes, and apply.", at))
	case stored == "" && writeOnly == "" && i.hasContent(clientID):
		return "", diag.NewAttributeErrorDiagnostic(at.AtName(clientID), "The client secret is not known",
			fmt.Sprintf("Nothing was sent. Because of ignore_changes, %s has the client id of an app without the "+
				"secret of this app. Remove identity_provider and its attributes from ignore_changes, and configure "+
				"the app with its secret, or no client_id. To stop managing the module, run state rm.", at))
	}
	return cmp.Or(stored, writeOnly), nil
}

// knownSecrets returns all client secrets, even secrets that are not sent, and "" for each
// missing secret. The API client removes them from errors, because the service may quote them.
func knownSecrets(all ...types.Object) []string {
	var secrets []string
	for _, object := range all {
		for _, name := range api.IdentityProviders() {
			idp := providerNamed(object, name)
			secrets = append(secrets, idp.text(clientSecret), idp.text(clientSecretWO))
		}
	}
	return secrets
}

// setsOf is the one table of the attributes that are sets, with the API's lists.
func setsOf(idp *api.OAuthIdentityProvider) map[string]*[]string {
	return map[string]*[]string{
		scopes: &idp.Scopes, emailAddresses: &idp.EmailAddresses, emailDomains: &idp.EmailDomains, teams: &idp.Teams, organizations: &idp.Organizations,
	}
}

func (i identityProvider) toAPI(secret string) *api.OAuthIdentityProviderSettings {
	request := &api.OAuthIdentityProviderSettings{ClientSecret: secret}
	request.ClientID = i.text(clientID)
	for name, list := range setsOf(&request.OAuthIdentityProvider) {
		set, _ := i.object.Attributes()[name].(types.Set)
		*list = attribute.Strings(set)
	}
	return request
}

// providerFromAPI returns the attribute identity_provider after a response. The result contains
// all identity providers in use: two, if the service merges a PUT with the prior module. If no
// identity provider is in use, the result is null, even if plan has an empty object.
// Some services respond with an empty object for every unused identity provider. An empty
// object therefore counts only if plan has it, or if the response has no other.
func providerFromAPI(ctx context.Context, prior, plan types.Object, response api.OAuthProvider) types.Object {
	attributes, isUsed := map[string]attr.Value{}, false
	for name, providerType := range plan.AttributeTypes(ctx) {
		memberTypes := providerType.(types.ObjectType).AttrTypes //nolint:forcetypeassert // see the schema
		attributes[name] = types.ObjectNull(memberTypes)
		idp := providerNamed(plan, name)
		if found := response[name]; found != nil && (hasSettings(found) || idp.hasValue() || len(response) == 1) {
			attributes[name] = idp.fromAPI(memberTypes, providerNamed(prior, name).text(clientID), *found)
			isUsed = true
		}
	}
	if !isUsed {
		return types.ObjectNull(plan.AttributeTypes(ctx))
	}
	return types.ObjectValueMust(plan.AttributeTypes(ctx), attributes)
}

func hasSettings(idp *api.OAuthIdentityProvider) bool {
	lists := slices.Collect(maps.Values(setsOf(idp)))
	return idp.ClientID != "" || slices.ContainsFunc(lists, func(list *[]string) bool { return len(*list) > 0 })
}

// fromAPI returns an identity provider that is in use, with planned values i. It has all values of
// the response if i is not set. Otherwise, it has the access rules of the response, because
// they let users in, and the secrets of i. It has the client id and the scopes of the response
// only if i has them: the service's own OAuth app (the managed app) may have an id, and takes no
// scopes (interface section 4.3, rule 3). The id of the prior app shows that it is still used.
func (i identityProvider) fromAPI(memberTypes map[string]attr.Type, priorID string, response api.OAuthIdentityProvider) types.Object {
	if i.hasValue() && !i.hasContent(clientID) && response.ClientID != priorID {
		response.ClientID = ""
	}
	if !i.hasContent(scopes) && (i.hasValue() || response.ClientID == "") {
		response.Scopes = nil
	}
	attributes := map[string]attr.Value{}
	for name := range memberTypes {
		attributes[name] = types.StringNull()
	}
	maps.Copy(attributes, i.object.Attributes()) // the secrets
	id, _ := attributes[clientID].(types.String)
	attributes[clientID] = attribute.Text(clientID)(id, &response.ClientID)
	for name, list := range setsOf(&response) {
		set, _ := attributes[name].(types.Set)
		attributes[name] = attribute.Set(identityProviderAttribute+"."+i.name+"."+name)(set, list)
	}
	return types.ObjectValueMust(memberTypes, attributes)
}
