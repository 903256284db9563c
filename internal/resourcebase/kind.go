// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package resourcebase

import (
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// Kind describes one kind of objects with an id, such as TLS edges, to its data sources and
// to its list resource.
type Kind[T api.Object] struct {
	Name       string // the type name without the prefix of the provider, such as "tls_edge"
	Noun       string // in descriptions, such as "TLS edge"
	Note       string // sentences for the description of the data source that reads one object
	ListNote   string // sentences for the descriptions of the list data source and the list resource
	Objects    func(*api.Client) Objects[T]
	Attributes func(context.Context) map[string]schema.Attribute // of an object in a data source
	Values     func(context.Context, *T) any                     // of Attributes
	Imported   func(context.Context, *T) any                     // the state of the resource after an import

	// Description returns the text by which a query shows an object, or "".
	Description func(*T) string
}

// Objects are the objects of one kind on the service: a [api.Collection].
type Objects[T api.Object] interface {
	Get(ctx context.Context, id string) (*T, error)
	All(ctx context.Context, whole bool) iter.Seq2[*T, error]
}

// Resource returns what the resource has in common with those of other kinds.
func (k Kind[T]) Resource() ObjectResource {
	return ObjectResource{Resource{Name: k.Name}, k.Noun}
}

// DataSource returns the data source that reads one object by its id.
func (k Kind[T]) DataSource() datasource.DataSource {
	return &objectDataSource[T]{DataSource{Name: k.Name}, k}
}

// ListDataSource returns the data source that reads all objects of the account.
func (k Kind[T]) ListDataSource() datasource.DataSource {
	return &listDataSource[T]{DataSource{Name: api.Plural(k.Name)}, k}
}

// ListResource returns the list resource that lists all objects of the account.
func (k Kind[T]) ListResource() list.ListResource {
	return &listResource[T]{Resource{Name: k.Name}, k}
}
