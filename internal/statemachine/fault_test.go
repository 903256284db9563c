package statemachine_test

import (
	"encoding/json"
	"net/http"
	"time"

	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// requestTimeout is the provider's, and tooLate what no request survives.
const (
	requestTimeout = 200 * time.Millisecond
	tooLate        = 300 * time.Millisecond
)

// fault is a kind of fault. Before and after say whether the store had acted
// when it struck.
type fault string

const (
	none            fault = "none"
	throttled       fault = "429"
	throttledFor    fault = "429 with Retry-After"
	busyFor         fault = "503 with Retry-After"
	errorBefore     fault = "500 before"
	errorAfter      fault = "500 after"
	pageBefore      fault = "502 with HTML before"
	pageAfter       fault = "502 with HTML after"
	gatewayBefore   fault = "504 before"
	gatewayAfter    fault = "504 after"
	refused         fault = "connection refused"
	closedBefore    fault = "closed before"
	closedAfter     fault = "closed after"
	diedBefore      fault = "closed before, then refused"
	diedAfter       fault = "closed after, then refused"
	lateBefore      fault = "late, never acted"
	lateAfter       fault = "late, acted at once"
	lateActing      fault = "late, acted when nobody waited"
	halfBody        fault = "half a body"
	wrongType       fault = "wrong content type"
	emptyBody       fault = "empty body"
	otherShape      fault = "another shape"
	signInPage      fault = "HTML instead of an answer"
	missingPage     fault = "404 with HTML"
	interrupted     fault = "interrupted"
	interruptedThen fault = "interrupted, then closed after"
	ignoring        fault = "update that changes nothing"
)

// drawFault prefers what is quick: whatever is late costs a timeout.
func drawFault() *rapid.Generator[fault] {
	quick := []fault{
		none, none, none, throttled, errorBefore, errorAfter, pageBefore, pageAfter, gatewayBefore, gatewayAfter, closedBefore, closedAfter,
		halfBody, wrongType, emptyBody, otherShape, signInPage, missingPage, interrupted, interruptedThen, diedBefore, diedAfter, ignoring,
	}
	slow := []fault{throttledFor, busyFor, lateBefore, lateAfter, lateActing}
	return rapid.Custom(func(t *rapid.T) fault {
		if rapid.IntRange(0, 29).Draw(t, "rare") == 29 {
			return rapid.SampledFrom(slow).Draw(t, "slow fault")
		}
		return rapid.SampledFrom(quick).Draw(t, "fault")
	})
}

// script is what becomes of the requests of one operation, in their order.
type script struct {
	faults []fault
	lasts  bool // the last fault meets all further requests too
}

// drawScript leaves most operations alone: a sequence in which nothing succeeds
// finds nothing.
func drawScript() *rapid.Generator[script] {
	return rapid.Custom(func(t *rapid.T) script {
		switch weather := rapid.IntRange(0, 19).Draw(t, "weather"); {
		case weather < 10:
			return script{}
		case weather < 16:
			return script{faults: rapid.SliceOfN(drawFault(), 1, 4).Draw(t, "faults")}
		case weather < 19:
			return script{faults: rapid.SliceOfN(drawFault(), 1, 2).Draw(t, "faults"), lasts: true}
		default:
			return script{faults: []fault{refused}}
		}
	})
}

// drawLongScript is for many operations at once, some of which are to fail.
func drawLongScript() *rapid.Generator[script] {
	return rapid.Custom(func(t *rapid.T) script {
		return script{faults: rapid.SliceOfN(drawFault(), 0, 12).Draw(t, "faults")}
	})
}

func (s *script) startsWith(kind fault) bool {
	return len(s.faults) > 0 && s.faults[0] == kind
}

func (s *script) next() fault {
	if len(s.faults) == 0 {
		return none
	}
	next := s.faults[0]
	if len(s.faults) > 1 || !s.lasts {
		s.faults = s.faults[1:]
	}
	return next
}

// strike is the fault as the reference API injects it, nil for none.
func (s *service) strike(kind fault, request refapi.Request) *refapi.Fault {
	page := http.Header{"Content-Type": {"text/html; charset=utf-8"}}
	switch kind {
	case throttled:
		return &refapi.Fault{Status: http.StatusTooManyRequests, Body: quoting(request)}
	case throttledFor:
		return &refapi.Fault{Status: http.StatusTooManyRequests, Header: http.Header{"Retry-After": {"1"}}}
	case busyFor:
		date := time.Now().Add(time.Second).UTC().Format(http.TimeFormat)
		return &refapi.Fault{Status: http.StatusServiceUnavailable, Header: http.Header{"Retry-After": {date}}}
	case errorBefore, errorAfter:
		return &refapi.Fault{Status: http.StatusInternalServerError, Body: quoting(request), AfterActing: kind == errorAfter}
	case pageBefore, pageAfter:
		return &refapi.Fault{Status: http.StatusBadGateway, Header: page, Body: "<html>" + string(request.Body), AfterActing: kind == pageAfter}
	case gatewayBefore, gatewayAfter:
		return &refapi.Fault{Status: http.StatusGatewayTimeout, Body: "upstream timed out", AfterActing: kind == gatewayAfter}
	case wrongType:
		return &refapi.Fault{Header: page}
	case signInPage:
		return &refapi.Fault{Status: http.StatusOK, Header: page, Body: "<html>sign in</html>", AfterActing: true}
	case missingPage:
		return &refapi.Fault{Status: http.StatusNotFound, Header: page, Body: "<html>nothing here</html>"}
	case emptyBody:
		return &refapi.Fault{Status: http.StatusOK, AfterActing: true}
	case otherShape:
		return &refapi.Fault{Status: http.StatusOK, Body: `{"status":"ok"}`, AfterActing: true}
	default:
		return s.breakOff(kind, request)
	}
}

// breakOff are the faults that bring no whole answer.
func (s *service) breakOff(kind fault, request refapi.Request) *refapi.Fault {
	switch kind { //nolint:exhaustive // the rest brings whole answers
	case closedBefore, closedAfter:
		return &refapi.Fault{Drop: true, AfterActing: kind == closedAfter}
	case diedBefore, diedAfter:
		s.die()
		return &refapi.Fault{Drop: true, AfterActing: kind == diedAfter}
	case lateBefore, lateAfter:
		return &refapi.Fault{Delay: tooLate, AfterActing: kind == lateAfter}
	case lateActing:
		s.actLate(request)
		return &refapi.Fault{Delay: tooLate, Drop: true}
	case halfBody:
		return &refapi.Fault{Truncate: true}
	case interrupted, interruptedThen:
		s.interruptNow()
		return &refapi.Fault{Drop: kind == interruptedThen, AfterActing: true}
	case ignoring:
		if request.Method == http.MethodPatch {
			s.Answer(func(answers *refapi.Answers) { answers.PatchIgnores = []string{"description", "metadata", "backends"} })
			return &refapi.Fault{}
		}
	}
	return nil
}

// quoting is an error that repeats what was sent, secrets included, as some
// services do.
func quoting(request refapi.Request) string {
	body, err := json.Marshal(map[string]any{
		"detail": "cannot take " + string(request.Body) + " of " + request.Header.Get("Authorization"),
		"errors": []map[string]string{{"pointer": "/description", "detail": string(request.Body)}},
	})
	if err != nil {
		panic(err)
	}
	return string(body)
}
