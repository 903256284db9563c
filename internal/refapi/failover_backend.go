package refapi

import (
	"net/http"
	"net/url"
	"slices"
)

// FailoverBackend is a stored failover backend (interface section 2.1). An
// empty string is unset.
type FailoverBackend struct {
	ID, CreatedAt, Description, Metadata string
	Backends                             []string
}

func (b FailoverBackend) clone() FailoverBackend {
	b.Backends = slices.Clone(b.Backends)
	return b
}

func createFailoverBackend(c *call) (answer, *problem) {
	body, p := c.readObject()
	if p != nil {
		return answer{}, p
	}
	backend := FailoverBackend{
		Description: body.text("description"),
		Metadata:    body.text("metadata"),
		Backends:    body.requiredTexts("backends"),
	}
	if p := body.finish(); p != nil {
		return answer{}, p
	}
	return c.showFailoverBackend(http.StatusCreated, c.api.AddFailoverBackend(backend))
}

func getFailoverBackend(c *call) (answer, *problem) {
	backend, there := c.api.failoverBackend(c.ids[0])
	if !there {
		return answer{}, notFound("failover backend")
	}
	return c.showFailoverBackend(http.StatusOK, backend)
}

func deleteFailoverBackend(c *call) (answer, *problem) {
	if !c.api.RemoveFailoverBackend(c.ids[0]) {
		return answer{}, notFound("failover backend")
	}
	return answer{status: http.StatusNoContent}, nil
}

func listFailoverBackends(c *call) (answer, *problem) {
	cursor, p := c.cursor()
	if p != nil {
		return answer{}, p
	}
	return jsonAnswer(http.StatusOK, c.failoverBackendPage(cursor))
}

// failoverBackendPage shows one page of the list (interface section 2.2).
func (c *call) failoverBackendPage(cursor uint64) object {
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	backends, last, more := c.api.failoverBackends.after(cursor, c.api.options.PageSize)
	elements := make([]object, len(backends))
	for i, backend := range backends {
		elements[i] = c.view().failoverBackend(backend)
	}
	list := link(c.base, "backends", "failover")
	v := c.view()
	v.add("backends", elements)
	v.add("uri", list)
	switch {
	case !more:
		v.addUnset("next_page_uri", "")
	case c.api.answers.RelativeNextPage:
		v.add("next_page_uri", pathOf(nextPage(list, last)))
	default:
		v.add("next_page_uri", nextPage(list, last))
	}
	return v.members
}

// pathOf leaves scheme and host out of an address.
func pathOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return address
	}
	return parsed.RequestURI()
}

func (c *call) showFailoverBackend(status int, backend FailoverBackend) (answer, *problem) {
	c.api.mu.Lock()
	shown := c.view().failoverBackend(backend)
	c.api.mu.Unlock()
	return jsonAnswer(status, shown)
}

// failoverBackend is the one form in which a failover backend is shown.
// backends is shown even when it is empty: it is never unset.
func (v *view) failoverBackend(b FailoverBackend) object {
	v.add("id", b.ID)
	v.add("uri", link(v.base, "backends", "failover", b.ID))
	v.add("created_at", b.CreatedAt)
	v.addText("description", b.Description)
	v.addText("metadata", b.Metadata)
	v.add("backends", append([]string{}, b.Backends...))
	return v.members
}
