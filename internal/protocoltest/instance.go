// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package protocoltest

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Instance is one resource instance as a CLI stores it between operations. It includes
// the private data that only the provider can read.
type Instance struct {
	TypeName string
	State    tftypes.Value // null if the instance is not in state
	Tainted  bool          // the next plan replaces the instance
	Deposed  *Instance     // the old instance that create_before_destroy could not destroy, or nil
	Private  []byte        // data that only the provider can read

	identity *tfprotov6.ResourceIdentityData
}

// NewInstance returns an instance that is not in state.
func (p *Provider) NewInstance(typeName string) *Instance {
	return &Instance{TypeName: typeName, State: tftypes.NewValue(p.Schemas.ResourceSchemas[typeName].ValueType(), nil)}
}

// Exists reports whether the instance is in state.
func (i *Instance) Exists() bool { return !i.State.IsNull() }

// Text returns a text attribute in the instance's state, or "" if it is not set.
func (i *Instance) Text(attribute string) string {
	text, _ := PlainObject(i.State)[attribute].(string)
	return text
}

func (i *Instance) unset() {
	i.State = tftypes.NewValue(i.State.Type(), nil)
	i.Tainted, i.Private, i.identity = false, nil, nil
}

// Config returns a configuration of a resource type with the given arguments.
func (p *Provider) Config(typeName string, arguments map[string]any) tftypes.Value {
	return Value(p.Schemas.ResourceSchemas[typeName].ValueType(), arguments)
}

// Refresh reads an instance and stores the result in state. If the object no longer
// exists, it is removed from state.
func (p *Provider) Refresh(ctx context.Context, instance *Instance) (Diagnostics, error) {
	if !instance.Exists() {
		return nil, nil
	}
	resp, err := p.ReadResource(ctx, &tfprotov6.ReadResourceRequest{
		TypeName:        instance.TypeName,
		CurrentState:    Dynamic(instance.State),
		Private:         instance.Private,
		CurrentIdentity: instance.identity,
	})
	if err != nil {
		return nil, bugf("reading: %w", err)
	}
	diagnostics := Diagnostics(resp.Diagnostics)
	read, err := decode(resp.NewState, instance.State.Type())
	switch {
	case err != nil || diagnostics.Failed():
	case read.IsNull():
		instance.unset()
		// The next plan is a creation, and gets this private data.
		instance.Private = resp.Private
	case !read.IsFullyKnown():
		err = bugf("a read left values unknown: %s", read)
	case resp.NewIdentity == nil:
		err = bugf("a read removed the identity")
	default:
		instance.State, instance.Private, instance.identity = read, resp.Private, resp.NewIdentity
	}
	return diagnostics, err
}

// Import imports an object by its id and then reads the object, as a CLI does. If the
// object does not exist, the returned instance is not in state.
func (p *Provider) Import(ctx context.Context, typeName, id string) (*Instance, Diagnostics, error) {
	return p.importInstance(ctx, &tfprotov6.ImportResourceStateRequest{TypeName: typeName, ID: id})
}

// ImportByIdentity is [Provider.Import] with an identity whose attributes are strings.
func (p *Provider) ImportByIdentity(ctx context.Context, typeName string, identity map[string]string) (*Instance, Diagnostics, error) {
	object := tftypes.Object{AttributeTypes: map[string]tftypes.Type{}}
	values := map[string]any{}
	for name, value := range identity {
		object.AttributeTypes[name], values[name] = tftypes.String, value
	}
	data := &tfprotov6.ResourceIdentityData{IdentityData: Dynamic(Value(object, values))}
	return p.importInstance(ctx, &tfprotov6.ImportResourceStateRequest{TypeName: typeName, Identity: data})
}

func (p *Provider) importInstance(ctx context.Context, req *tfprotov6.ImportResourceStateRequest) (*Instance, Diagnostics, error) {
	instance := p.NewInstance(req.TypeName)
	resp, err := p.ImportResourceState(ctx, req)
	if err != nil {
		return instance, nil, bugf("importing: %w", err)
	}
	diagnostics := Diagnostics(resp.Diagnostics)
	switch {
	case diagnostics.Failed():
		return instance, diagnostics, nil
	case len(resp.ImportedResources) != 1:
		return instance, diagnostics, bugf("an import returned %d objects", len(resp.ImportedResources))
	}
	imported := resp.ImportedResources[0]
	if instance.State, err = decode(imported.State, instance.State.Type()); err != nil {
		return instance, diagnostics, err
	}
	instance.Private, instance.identity = imported.Private, imported.Identity
	read, err := p.Refresh(ctx, instance)
	if err != nil || read.Failed() {
		instance.unset() // A CLI discards an import if the object cannot be read.
	}
	return instance, append(diagnostics, read...), err
}

func decode(dynamic *tfprotov6.DynamicValue, valueType tftypes.Type) (tftypes.Value, error) {
	if dynamic == nil {
		return tftypes.NewValue(valueType, nil), nil
	}
	value, err := dynamic.Unmarshal(valueType)
	if err != nil {
		return value, bugf("decoding a value: %w", err)
	}
	return value, nil
}
