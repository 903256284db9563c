// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

// Answers are switches for behavior that the interface does not specify. The
// zero value selects the behavior that the package comment describes.
type Answers struct {
	Patch              PatchAnswer // the response to an update
	PatchIgnores       []string    // an update accepts these members but does not change them
	PatchIgnoresNull   bool        // an update does not change members that are sent as null
	PatchClearsOmitted bool        // an update unsets members that are missing from the request

	Unset            UnsetAnswer   // the form of unset members in responses
	ReverseSets      bool          // responses reverse lists whose order has no meaning
	RefLists         RefListAnswer // the form of lists of references in responses
	Secrets          SecretAnswer  // the form of client secrets in responses
	UnsetTimers      *uint32       // if not nil, the value of unset OAuth timers in responses
	RelativeNextPage bool          // next_page_uri is a path, without scheme and host

	EdgeGetMembers   []string // if not nil, the only members that GET of a TLS edge returns
	DefaultHostports []string // the hostports of an edge if the request that creates the edge has none

	Create           CreateAnswer // the response to a creation
	Delete           DeleteAnswer // the response to a deletion, and whether the object is deleted
	ReadLag          int          // how many GETs of a new object return 404, within the first 30 seconds
	ListOmits        []string     // members that are missing from the elements of lists
	ReformatMetadata bool         // responses show JSON metadata with other white space

	MergesOAuth    bool // a PUT of an OAuth module adds the requested settings to the existing module
	IgnoresDisable bool // a PUT of an OAuth module never disables the module

	NoManagedApp []string      // identity providers for which a PUT of an OAuth module needs a client_id
	NoOAuth      NoOAuthAnswer // the response to a GET of an OAuth module that is not set
}

// CreateAnswer selects the response to a successful creation. The API creates
// the object in all cases.
type CreateAnswer int

// The responses to a creation.
const (
	CreateWhole    CreateAnswer = iota // 201 and the whole object
	CreateIDAlone                      // 201 and {"id":…}
	CreateAccepted                     // 202 without a body
)

// DeleteAnswer selects the response to the deletion of an existing object.
type DeleteAnswer int

// The responses to a deletion.
const (
	DeleteNoContent DeleteAnswer = iota // 204
	DeleteNotDone                       // 200 and {"success":false}; the object is not deleted
	DeleteAccepted                      // 202 without a body; ActPending deletes the object
)

// PatchAnswer selects the response to a successful update. Interface section
// 4.1 specifies neither the status nor the body of this response.
type PatchAnswer int

// The responses to an update.
const (
	PatchWhole      PatchAnswer = iota // 200 and the whole object
	PatchNoContent                     // 204
	PatchEmpty                         // 200 without a body
	PatchOtherShape                    // 200 and {"status":"ok"}
)

// NoOAuthAnswer selects the response to a GET of an OAuth module that is not set.
type NoOAuthAnswer int

// The responses to a GET of an unset OAuth module.
const (
	NoOAuthNotFound NoOAuthAnswer = iota // 404
	NoOAuthNull                          // 200 and null
	NoOAuthUnused                        // 200 and a disabled module without an identity provider
)

// UnsetAnswer selects the form of an unset member in a response.
type UnsetAnswer int

// The forms of an unset member. With UnsetEmpty, an unset string is "", and an unset list
// is []. An unset module of a TLS edge is then a disabled module whose other members are
// unset. Unset numbers and unused identity providers are null, even with UnsetEmpty.
const (
	UnsetNull UnsetAnswer = iota
	UnsetEmpty
	UnsetAbsent
	UnsetTextsAbsent // texts and lists are absent; modules and everything else are null
)

// RefListAnswer selects the form of ip_policies and certificate_authorities in
// a response. The API documentation gives both members the type of a single
// reference but describes several references (interface section 2.3).
type RefListAnswer int

// The forms of a list of references.
const (
	RefListArray  RefListAnswer = iota // always an array
	RefListSingle                      // a single reference without an array, otherwise an array
	RefListNull                        // an array, or null if there are no references
)

// SecretAnswer selects the form in which a response shows a client_secret.
type SecretAnswer int

// The forms of a secret.
const (
	SecretAsSent SecretAnswer = iota
	SecretMasked              // as "********"
	SecretNull
	SecretAbsent
)

// Answer calls a function that changes the switches. The function runs under
// the API's lock and must not call the API. The function may replace a slice
// but must not modify the elements of a slice.
func (a *API) Answer(change func(*Answers)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	change(&a.answers)
}
