// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import "time"

// Responses are switches for behavior that the API documentation does not specify.
// The zero value selects the behavior that the package comment describes.
type Responses struct {
	Patch              PatchResponse // the response to an update
	PatchIgnores       []string      // an update accepts these members but does not change them
	PatchIgnoresNull   bool          // an update does not change members that are sent as null
	PatchClearsOmitted bool          // an update unsets members that are missing from the request
	PatchMoves         bool          // an updated object has a new id, and the response is the whole object

	Unset       UnsetResponse   // the form of unset members in responses
	ReverseSets bool            // responses reverse lists whose order has no meaning
	RefLists    RefListResponse // the form of lists of references in responses
	Secrets     SecretResponse  // the form of client secrets in responses
	UnsetTimers *uint32         // if not nil, the value of unset OAuth timers in responses

	EdgeGetMembers   []string // if not nil, the only members that GET of a TLS edge returns
	DefaultHostports []string // the hostports that the API gives to a created or updated edge without hostports
	HidesDefaults    bool     // responses omit DefaultHostports, and only a creation gives them to an edge

	CreateIDAlone   bool          // the response to a creation shows only the id
	CreateLocatedAt string        // if not "", the response to a creation has no body, and a Location with this base
	ReadLag         time.Duration // how long GETs of a new object return 404
	ListOmits       []string      // members that are missing from the elements of lists

	// Rewrite returns a text, an element of a set, created_at or next_page_uri as responses show
	// it. The store keeps what was sent. Nil shows every text as it was sent.
	Rewrite func(member, text string) string `json:"-"`

	IgnoresDisable bool // a PUT of an OAuth module never disables the module

	NoOAuth NoOAuthResponse // the response to a GET of an OAuth module that is not set
}

// PatchResponse selects the response to a successful update. Interface section
// 4.1 specifies neither the status nor the body of this response.
type PatchResponse int

// The responses to an update.
const (
	PatchWhole      PatchResponse = iota // 200 and the whole object
	PatchNoContent                       // 204
	PatchEmpty                           // 200 without a body
	PatchOtherShape                      // 200 and {"status":"ok"}
)

// NoOAuthResponse selects the response to a GET of an OAuth module that is not set.
type NoOAuthResponse int

// The responses to a GET of an unset OAuth module.
const (
	NoOAuthNotFound NoOAuthResponse = iota // 404
	NoOAuthNull                            // 200 and null
	NoOAuthUnused                          // 200 and a disabled module without an identity provider
)

// UnsetResponse selects the form of an unset member in a response.
type UnsetResponse int

// The forms of an unset member. UnsetEmpty shows an unset string as "", an unset list as
// [], and an unset module of a TLS edge as a disabled module whose other members are
// unset. It shows unset numbers and unused identity providers as null.
const (
	UnsetNull UnsetResponse = iota
	UnsetEmpty
	UnsetAbsent
	UnsetTextsAbsent // unset strings and lists are absent; all other unset members are null
)

// RefListResponse selects the form of ip_policies and certificate_authorities in
// a response. In the API documentation, each of these members has the type of a single
// reference, but the text describes several references (interface section 2.3).
type RefListResponse int

// The forms of a list of references.
const (
	RefListArray  RefListResponse = iota // always an array
	RefListSingle                        // an object for one reference; an array for none or several
	RefListNull                          // an array, or null if there are no references
)

// SecretResponse selects the form in which a response shows a client_secret.
type SecretResponse int

// The forms of a secret.
const (
	SecretAsSent SecretResponse = iota
	SecretMasked                // as "********"
	SecretNull
	SecretAbsent
)

// SetResponses calls a function that changes the switches. The function runs under
// the API's lock and must not call the API. The function may replace a slice
// but must not modify the elements of a slice.
func (a *API) SetResponses(change func(*Responses)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	change(&a.responses)
}
