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

	"github.com/hashicorp/go-retryablehttp"

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

// answer is a complete answer of the service to a request.
type answer struct {
	request  request
	status   int
	header   http.Header
	body     []byte
	attempts int
}

// do sends a request and returns the service's answer if its status says
// success (2xx), and an *Error otherwise.
func (c *Client) do(ctx context.Context, r request) (*answer, error) {
	switch {
	case r.lacksID:
		return nil, c.failure(r, 0, errEmptyID)
	case r.undocumented != "" && !c.Offers(r.undocumented):
		return nil, c.failure(r, 0, ErrNotNamed)
	case c.unusable != nil:
		return nil, c.failure(r, 0, c.unusable)
	}
	httpRequest, err := c.newHTTPRequest(r)
	if err != nil {
		return nil, c.failure(r, 0, err)
	}
	made := &attempts{secrets: r.secrets, undocumented: r.undocumented != ""}
	resp, err := c.http.Do(httpRequest.WithContext(context.WithValue(ctx, attemptsKey{}, made)))
	if err != nil {
		return nil, c.failure(r, int(made.count.Load()), err)
	}
	defer resp.Body.Close()
	c.noteServiceClock(resp.Header.Get("Date"), time.Now())
	received := &answer{r, resp.StatusCode, resp.Header, bufferedBody(resp), int(made.count.Load())}
	if resp.StatusCode < http.StatusOK || resp.StatusCode >= http.StatusMultipleChoices {
		return nil, received.refusal()
	}
	return received, nil
}

func (c *Client) newHTTPRequest(r request) (*retryablehttp.Request, error) {
	var body any
	if r.body != nil {
		encoded, err := json.Marshal(r.body)
		if err != nil {
			return nil, fmt.Errorf("encoding the request body: %w", err)
		}
		body = encoded
	}
	httpRequest, err := retryablehttp.NewRequest(r.method, r.url.String(), body)
	if err != nil {
		return nil, errors.New("the request could not be built from its address")
	}
	httpRequest.Header = c.header.Clone()
	if body != nil {
		httpRequest.Header.Set("Content-Type", "application/json")
	}
	return httpRequest, nil
}

// ask sends a request and decodes its answer. The answer is nil unless the service
// accepted the request. One that is empty, no JSON, or JSON of another shape comes
// with an *Error.
func ask[T any](ctx context.Context, c *Client, r request) (*T, *answer, error) {
	received, err := c.do(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	body, decoded := bytes.TrimSpace(received.body), new(T)
	switch {
	case len(body) == 0:
		err = received.unusable(errors.New("the answer is empty where an object was expected"))
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

// ofAnother is the error of an answer that describes another object.
func (a *answer) ofAnother(id string) error {
	return a.unusable(fmt.Errorf("the answer describes another object, with the id %q", id))
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
		return fmt.Errorf("the answer has a %s where another type was expected, at %q", wrongType.Value, wrongType.Field)
	}
	if _, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("the answer is not a complete JSON document: %w", err)
	}
	return err
}

// ServiceTime converts a time of this machine's clock to the service's clock, known
// from the Date of its last answer (RFC 9110, section 6.6.1).
func (c *Client) ServiceTime(t time.Time) time.Time {
	return t.Add(time.Duration(c.clockOffset.Load()))
}

func (c *Client) noteServiceClock(date string, now time.Time) {
	if told, err := time.Parse(time.RFC1123, date); err == nil {
		c.clockOffset.Store(int64(told.Sub(now)))
	}
}
