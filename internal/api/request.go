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

// request is one operation on its way to the service.
type request struct {
	operation    string // as in [Error.Operation]
	method       string
	url          *url.URL
	body         any            // marshalled to JSON; nil sends none
	secrets      redact.Secrets // that no message may show
	lacksID      bool           // one of the ids in url is empty
	undocumented Undocumented   // "" if the interface shows the operation
	repeat       Repeat         // of a read
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

// ask sends a request and decodes its response. The call is nil unless the service
// accepted the request. A response that is not JSON, or JSON of another shape, comes
// with an *Error, and in part.
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
		// Go's own names of types mean nothing to a user.
		err = made.failure(fmt.Errorf("the response has a %s where another type was expected, at %q", wrong.Value, wrong.Field))
	case err != nil:
		err = made.failure(ErrNotJSON)
	}
	return decoded, made, err
}

// errWrongObject is the error of a response that describes another object.
func (a *call) errWrongObject(id string) error {
	return a.failure(fmt.Errorf("the response describes another object, with the id %q", id))
}

// remove sends a deletion, which only 204 confirms.
func (c *Client) remove(ctx context.Context, r request) error {
	made, err := c.do(ctx, r)
	if err == nil && made.last.status != http.StatusNoContent {
		return made.failure(ErrNotDeleted)
	}
	return err
}

// ServiceTime converts a time of this machine's clock to the service's clock, known
// from the Date of its last response (RFC 9110, section 6.6.1).
func (c *Client) ServiceTime(t time.Time) time.Time {
	return t.Add(time.Duration(c.clockOffset.Load()))
}
