// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"bytes"
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
	anonymous    bool           // no Authorization is sent
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
		anonymous: c.header.Get("Authorization") == "",
	}
}

// response is a complete response of success (2xx), and how many attempts it took.
type response struct {
	*exchange

	request  request
	attempts int
}

// ask sends a request and decodes its response. The response is nil unless the service
// accepted the request. One that is empty, not JSON, or JSON of another shape comes
// with an *Error.
func ask[T any](ctx context.Context, c *Client, r request) (*T, *response, error) {
	received, err := c.do(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	body, decoded := bytes.TrimSpace(received.body), new(T)
	switch {
	case len(body) == 0:
		err = received.unusable(errors.New("the response is empty where an object was expected"))
	case !bytes.ContainsAny(body[:1], "{[") && !json.Valid(body):
		err = received.unusable(ErrNotJSON)
	default:
		if wrong := json.Unmarshal(body, decoded); wrong != nil {
			err = received.unusable(describeDecodeError(wrong))
		}
	}
	if err != nil {
		return nil, received, err
	}
	return decoded, received, nil
}

// errWrongObject is the error of a response that describes another object.
func (r *response) errWrongObject(id string) error {
	return r.unusable(fmt.Errorf("the response describes another object, with the id %q", id))
}

// remove sends a deletion, which only 204 confirms.
func (c *Client) remove(ctx context.Context, r request) error {
	received, err := c.do(ctx, r)
	if err == nil && received.status != http.StatusNoContent {
		return received.unusable(ErrNotDeleted)
	}
	return err
}

// describeDecodeError leaves out Go's own type names, which mean nothing to a user.
func describeDecodeError(err error) error {
	if wrongType, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("the response has a %s where another type was expected, at %q", wrongType.Value, wrongType.Field)
	}
	if _, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("the response is not a complete JSON document: %w", err)
	}
	return err
}

// ServiceTime converts a time of this machine's clock to the service's clock, known
// from the Date of its last response (RFC 9110, section 6.6.1).
func (c *Client) ServiceTime(t time.Time) time.Time {
	return t.Add(time.Duration(c.clockOffset.Load()))
}

func (c *Client) noteServiceClock(date string, now time.Time) {
	if told, err := time.Parse(time.RFC1123, date); err == nil {
		c.clockOffset.Store(int64(told.Sub(now)))
	}
}
