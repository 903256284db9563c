// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

// Answers are switches for the freedoms that the interface leaves to a
// service. The zero value is the behaviour that the package comment describes.
type Answers struct {
	Patch              PatchAnswer // what an update answers
	PatchIgnores       []string    // members that an update accepts and does not change
	PatchIgnoresNull   bool        // an update leaves alone what is sent as null
	PatchClearsOmitted bool        // an update unsets the members that it leaves out

	Unset            UnsetAnswer   // how unset members come back
	ReverseSets      bool          // lists without a meaningful order come back reversed
	RefLists         RefListAnswer // how lists of references come back
	Secrets          SecretAnswer  // how client secrets come back
	UnsetTimers      *uint32       // if not nil, the value in answers of OAuth timers that were not given
	RelativeNextPage bool          // next_page_uri is a path, without scheme and host

	EdgeGetMembers   []string // if not nil, GET of a TLS edge answers these members only
	DefaultHostports []string // the hostports of a TLS edge that asks for none

	Create           CreateAnswer // what a creation answers
	Delete           DeleteAnswer // what a deletion answers, and whether it happens
	ReadLag          int          // how many GETs of an object created from now on answer 404 first, for half a minute at most
	ListOmits        []string     // members that the elements of a list lack
	ReformatMetadata bool         // metadata that is JSON comes back with other white space

	MergesOAuth    bool // a PUT of an OAuth module adds to the one that is there
	IgnoresDisable bool // a PUT of an OAuth module leaves it enabled

	NoManagedApp []string      // identity providers for which a PUT of an OAuth module needs a client_id
	NoOAuth      NoOAuthAnswer // what GET of an OAuth module answers where there is none
}

// CreateAnswer is the answer to a successful creation. The object exists in
// every case.
type CreateAnswer int

// The answers to a creation.
const (
	CreateWhole        CreateAnswer = iota // 201 and the whole object
	CreateIDAlone                          // 201 and {"id":…}
	CreateLocationPath                     // 201 without a body; Location is an absolute path
	CreateLocationURL                      // 201 without a body; Location is an absolute URL
	CreateAccepted                         // 202 without a body
	CreateOK                               // 200 and the whole object
)

// DeleteAnswer is the answer to the deletion of an existing object.
type DeleteAnswer int

// The answers to a deletion.
const (
	DeleteNoContent DeleteAnswer = iota // 204
	DeleteNotDone                       // 200 and {"success":false}; nothing is deleted
	DeleteShown                         // 200 and the object that was deleted
	DeleteAccepted                      // 202 without a body; ActPending deletes
)

// PatchAnswer is the answer to a successful update, of which interface section
// 4.1 shows neither status nor body.
type PatchAnswer int

// The answers to an update.
const (
	PatchWhole      PatchAnswer = iota // 200 and the whole object
	PatchNoContent                     // 204
	PatchEmpty                         // 200 without a body
	PatchOtherShape                    // 200 and {"status":"ok"}
)

// NoOAuthAnswer is the answer to the read of an OAuth module that is not set.
type NoOAuthAnswer int

// The answers to a read of nothing.
const (
	NoOAuthNotFound NoOAuthAnswer = iota // 404
	NoOAuthNull                          // 200 and null
	NoOAuthUnused                        // 200 and a disabled module in which no identity provider is in use
)

// UnsetAnswer is the form of an unset member in an answer.
type UnsetAnswer int

// The forms of an unset member. UnsetEmpty gives "" for a string and [] for a
// list; a TLS edge's module comes back disabled, with everything in it unset.
// An unset number and an unused identity provider have no such form and stay
// null.
const (
	UnsetNull UnsetAnswer = iota
	UnsetEmpty
	UnsetAbsent
	UnsetTextsAbsent // texts and lists are absent; modules and everything else are null
)

// RefListAnswer is the form of ip_policies and certificate_authorities in an
// answer (interface section 2.3 calls each of them a Ref and describes a list).
type RefListAnswer int

// The forms of a list of references.
const (
	RefListArray  RefListAnswer = iota // always an array
	RefListSingle                      // a lone reference comes without the array around it
	RefListNull                        // an array, or null when it would be empty
)

// SecretAnswer is the form in an answer of a client_secret that is set.
type SecretAnswer int

// The forms of a secret.
const (
	SecretAsSent SecretAnswer = iota
	SecretMasked              // as "********"
	SecretNull
	SecretAbsent
)

// Answer changes the switches. The function runs under the API's lock and must
// not call the API. It replaces slices and never writes into them.
func (a *API) Answer(change func(*Answers)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	change(&a.answers)
}
