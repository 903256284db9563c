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

func (c *Client) request(method, operation string, segments ...string) request {
	return request{
		operation: operation,
		method:    method,
		url:       c.endpoint(segments...),
		secrets:   c.secrets,
		lacksID:   slices.Contains(segments, ""),
	}
}

// decode fails if the response is not JSON, or does not fit the type. The object stays empty
// if the response is null or {}, so callers check it.
func (c *call) decode(object any) error { return c.decodeMember(c.last.body, "", object) }

// decodeMember is decode for a member of the response. Errors name it by its prefix.
func (c *call) decodeMember(encoded []byte, prefix string, object any) error {
	err := json.Unmarshal(encoded, object)
	wrong, isOfWrongType := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case isOfWrongType:
		// The message of package json names Go types, which users do not know.
		return c.failure(fmt.Errorf("the response has a value of the wrong type at %q: %s", prefix+wrong.Field, wrong.Value))
	case err != nil:
		return c.failure(ErrNotJSON)
	}
	return nil
}

func (c *call) errWrongObject(idInResponse string) error {
	return c.failure(fmt.Errorf("the response describes another object, with the id %q", idInResponse))
}

// remove sends a deletion. After any success but 204, the cause is [ErrNotDeleted].
func (c *Client) remove(ctx context.Context, r request) error {
	made, err := c.do(ctx, r)
	if err != nil || made.last.status == http.StatusNoContent {
		return err
	}
	return made.failure(ErrNotDeleted)
}
