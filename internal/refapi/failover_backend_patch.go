package refapi

import (
	"net/http"
	"slices"
)

// failoverBackendPatch is what an update asks for; nil leaves a member alone.
type failoverBackendPatch struct {
	description, metadata *string
	backends              []string
}

func patchFailoverBackend(c *call) (answer, *problem) {
	body, p := c.readObject()
	if p != nil {
		return answer{}, p
	}
	patch := readFailoverBackendPatch(body, c.ids[0])
	if p := body.finish(); p != nil {
		return answer{}, p
	}
	var backend FailoverBackend
	var form PatchAnswer
	there := c.api.changeFailoverBackend(c.ids[0], func(b *FailoverBackend, answers *Answers) {
		patch.apply(b, answers)
		backend, form = b.clone(), answers.Patch
	})
	if !there {
		return answer{}, notFound("failover backend")
	}
	switch form {
	case PatchNoContent:
		return answer{status: http.StatusNoContent}, nil
	case PatchEmpty:
		return answer{status: http.StatusOK}, nil
	case PatchOtherShape:
		return jsonAnswer(http.StatusOK, object{{"status", "ok"}})
	default:
		return c.showFailoverBackend(http.StatusOK, backend)
	}
}

func readFailoverBackendPatch(body *objectReader, id string) failoverBackendPatch {
	var patch failoverBackendPatch
	if body.given("id") && body.members["id"] != id {
		body.refuse("id", "must be the id in the path")
	}
	if body.sent("description") {
		patch.description = new(body.text("description"))
	}
	if body.sent("metadata") {
		patch.metadata = new(body.text("metadata"))
	}
	if body.sent("backends") {
		patch.backends = body.requiredTexts("backends")
	}
	return patch
}

// apply changes the backend as far as the switches let it.
func (p failoverBackendPatch) apply(b *FailoverBackend, answers *Answers) {
	if answers.PatchClearsOmitted {
		p = p.completed()
	}
	changes := func(name string) bool { return !slices.Contains(answers.PatchIgnores, name) }
	if p.description != nil && changes("description") {
		b.Description = *p.description
	}
	if p.metadata != nil && changes("metadata") {
		b.Metadata = *p.metadata
	}
	if p.backends != nil && changes("backends") {
		b.Backends = p.backends
	}
}

// completed is the patch of a service that takes a member left out for unset.
func (p failoverBackendPatch) completed() failoverBackendPatch {
	if p.description == nil {
		p.description = new("")
	}
	if p.metadata == nil {
		p.metadata = new("")
	}
	if p.backends == nil {
		p.backends = []string{}
	}
	return p
}
