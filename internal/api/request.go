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
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// request is one operation on its way to the service.
type request struct {
	operation string // as in [Error.Operation]
	method    string
	url       *url.URL
	body      any      // marshalled to JSON; nil sends none
	secrets   []string // values in body that no message may show

	undocumented bool // the interface does not show the operation
}

// do sends a request and returns the service's answer if its status says
// success (2xx), and an *Error otherwise.
func (c *Client) do(ctx context.Context, r request) (*answer, error) {
	if c.unusable != nil {
		return nil, c.failure(r, 0, c.unusable)
	}
	httpRequest, err := c.newHTTPRequest(r)
	if err != nil {
		return nil, c.failure(r, 0, err)
	}
	ctx = withMayBeLacking(withSecrets(ctx, c.secrets.with(r.secrets...)), r.undocumented)
	ctx, attempts := withAttemptCounter(ctx)
	resp, err := c.http.Do(httpRequest.WithContext(ctx))
	if err != nil {
		return nil, c.failure(r, int(attempts.Load()), err)
	}
	defer resp.Body.Close()
	c.noteServiceClock(resp.Header.Get("Date"), time.Now())
	received := &answer{status: resp.StatusCode, header: resp.Header, body: bufferedBody(resp), attempts: int(attempts.Load())}
	if resp.StatusCode < http.StatusOK || resp.StatusCode >= http.StatusMultipleChoices {
		return nil, c.refusal(r, received)
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

// failure is the error of a request that brought no complete answer.
func (c *Client) failure(r request, attempts int, err error) *Error {
	failure := c.newError(r)
	failure.Attempts = attempts
	if attempt, ok := errors.AsType[*attemptError](err); ok {
		failure.Status = attempt.status
		failure.OutcomeUnknown = attempt.written && !isIdempotent(attempt.method)
		err = attempt.err
	}
	// An *url.Error repeats the method and the whole URL, query included.
	if inURL, ok := errors.AsType[*url.Error](err); ok {
		err = inURL.Err
	}
	failure.Err = err
	return c.finish(r, failure)
}

// refusal is the error of a request that the service answered with a status
// other than success.
func (c *Client) refusal(r request, received *answer) *Error {
	refusal := c.newError(r)
	refusal.Status = received.status
	refusal.Attempts = received.attempts
	refusal.OutcomeUnknown = mayHaveActed(r.method, received)
	refusal.gone = saysGone(received)
	refusal.readProblem(received.header, received.body)
	if r.undocumented && lacksOperation(received) {
		refusal.Err = ErrNotOffered
	}
	return c.finish(r, refusal)
}

// misanswer is the error of a request that the service accepted with an answer
// that cannot be used.
func (c *Client) misanswer(r request, received *answer, err error) *Error {
	misanswer := c.newError(r)
	misanswer.Status = received.status
	misanswer.Attempts = received.attempts
	misanswer.OutcomeUnknown = !isIdempotent(r.method)
	if !isJSON(received.body) {
		misanswer.readProblem(received.header, received.body)
	}
	misanswer.Err = err
	return c.finish(r, misanswer)
}

func (c *Client) newError(r request) *Error {
	return &Error{Operation: r.operation, Method: r.method, undocumented: r.undocumented}
}

// decode reads an accepted answer into out. An answer that is empty, no JSON,
// or JSON of another shape is an *Error.
func (c *Client) decode(r request, received *answer, out any) error {
	if len(bytes.TrimSpace(received.body)) == 0 {
		return c.misanswer(r, received, errors.New("the answer is empty where an object was expected"))
	}
	if !isJSON(received.body) && !bytes.ContainsAny(bytes.TrimSpace(received.body)[:1], "{[") {
		return c.misanswer(r, received, ErrNotJSON)
	}
	if err := json.Unmarshal(received.body, out); err != nil {
		return c.misanswer(r, received, describeDecodeError(err))
	}
	return nil
}

// describeDecodeError leaves out Go's own type names, which say nothing to
// whoever reads the message.
func describeDecodeError(err error) error {
	if wrongType, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("the answer has a %s where another type was expected, at %q", wrongType.Value, wrongType.Field)
	}
	if _, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("the answer is not a complete JSON document: %w", err)
	}
	return err
}
