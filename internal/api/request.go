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

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api/internal/redact"
)

// request is a request for one operation.
type request struct {
	operation    string // as in [Error.Operation]
	method       string
	url          *url.URL
	body         any                   // marshaled to JSON; nil means no body
	secrets      redact.Secrets        // secrets that no message may show
	lacksID      bool                  // whether an id in url is empty
	undocumented UndocumentedOperation // "" if the API documentation shows the operation
	once         bool                  // whether the client retries the request only after status 429
	isPage       bool                  // whether the response is a page of a list
}

// request returns a request whose URL is the base URL plus the given path segments.
func (c *Client) request(method, operation string, segments ...string) request {
	return request{
		operation: operation,
		method:    method,
		url:       c.endpoint(segments...),
		secrets:   c.secrets,
		lacksID:   slices.Contains(segments, ""),
	}
}

// decode decodes the response into the given object. It fails if the response is not JSON, or
// does not fit the type of the object. The object stays empty if the response is null or {},
// so callers check what it describes.
func (a *call) decode(object any) error { return a.decodeMember(a.last.body, "", object) }

// decodeMember is decode for a member of the response. Errors name it by its prefix.
func (a *call) decodeMember(encoded []byte, prefix string, object any) error {
	err := json.Unmarshal(encoded, object)
	wrong, isOfWrongType := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case isOfWrongType:
		// The message of package json names Go types, which users do not know.
		return a.failure(fmt.Errorf("the response has a value of the wrong type at %q: %s", prefix+wrong.Field, wrong.Value))
	case err != nil:
		return a.failure(ErrNotJSON)
	}
	return nil
}

// errWrongObject returns the error for a response that does not describe the requested
// object.
func (a *call) errWrongObject(idInResponse string) error {
	return a.failure(fmt.Errorf("the response describes another object, with the id %q", idInResponse))
}

// remove sends a deletion. Only status 204 confirms a deletion. After any other
// success status, the cause of the error is [ErrNotDeleted].
func (c *Client) remove(ctx context.Context, r request) error {
	made, err := c.do(ctx, r)
	if err != nil || made.last.status == http.StatusNoContent {
		return err
	}
	return made.failure(ErrNotDeleted)
}
