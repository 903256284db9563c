// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/redact"
)

// request is one operation that is sent to the service.
type request struct {
	operation    string // as in [Error.Operation]
	method       string
	url          *url.URL
	body         any            // marshaled to JSON; nil for no body
	secrets      redact.Secrets // secrets that no message may show
	lacksID      bool           // an id in url is empty
	undocumented Undocumented   // "" if the interface shows the operation
	repeat       Repeat         // for a read: which results to read again
}

// request returns an operation on the resource at segments below the base URL.
func (c *Client) request(method, operation string, segments ...string) request {
	return request{
		operation: operation,
		method:    method,
		url:       c.endpoint(segments...),
		secrets:   c.secrets,
		lacksID:   slices.Contains(segments, ""),
	}
}

// ask sends a request and decodes its response. The returned call is nil unless the
// service accepted the request. If the response is not JSON or has another shape, ask
// returns an *Error and the part of the response that was decoded.
func ask[T any](ctx context.Context, c *Client, r request) (*T, *call, error) {
	made, err := c.do(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	decoded := new(T)
	err = json.Unmarshal(made.last.body, decoded)
	wrong, isOfWrongType := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case isOfWrongType:
		// Users do not know the names of Go types, so this message replaces Go's own.
		err = made.failure(fmt.Errorf("the response has a value of the wrong type at %q: %s", wrong.Field, wrong.Value))
	case err != nil:
		err = made.failure(ErrNotJSON)
	}
	return decoded, made, err
}

// errWrongObject returns the error for a response that describes another object.
func (a *call) errWrongObject(id string) error {
	return a.failure(fmt.Errorf("the response describes another object, with the id %q", id))
}

// remove sends a deletion. Only status 204 confirms a deletion.
func (c *Client) remove(ctx context.Context, r request) error {
	made, err := c.do(ctx, r)
	if err == nil && made.last.status != http.StatusNoContent {
		return made.failure(ErrNotDeleted)
	}
	return err
}

// ServiceTime converts a time of the local clock to the service's clock. The difference
// is known from the Date header of the last response (RFC 9110, section 6.6.1).
func (c *Client) ServiceTime(t time.Time) time.Time {
	return t.Add(time.Duration(c.clockOffset.Load()))
}
