// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

// Answers are switches for behaviour that the interface leaves open to a service. The
// zero value selects the behaviour that the package comment describes.
type Answers struct {
	Patch              PatchAnswer // the response to an update
	PatchIgnores       []string    // members that an update accepts and does not change
	PatchIgnoresNull   bool        // an update does not change members that are sent as null
	PatchClearsOmitted bool        // an update unsets the members that the request leaves out

	Unset            UnsetAnswer   // the form of unset members in responses
	ReverseSets      bool          // responses reverse lists without a meaningful order
	RefLists         RefListAnswer // the form of lists of references in responses
	Secrets          SecretAnswer  // the form of client secrets in responses
	UnsetTimers      *uint32       // if not nil, the value of unset OAuth timers in responses
	RelativeNextPage bool          // next_page_uri is a path, without scheme and host

	EdgeGetMembers   []string // if not nil, the only members that GET of a TLS edge returns
	DefaultHostports []string // the hostports of a TLS edge that is created without hostports

	Create           CreateAnswer // the response to a creation
	Delete           DeleteAnswer // the response to a deletion, and whether it takes effect
	ReadLag          int          // the number of GETs that do not find a new object, for at most half a minute
	ListOmits        []string     // members that the elements of a list lack
	ReformatMetadata bool         // responses show JSON metadata with other white space

	MergesOAuth    bool // a PUT of an OAuth module adds its settings to the existing module
	IgnoresDisable bool // a PUT of an OAuth module never disables the module

	NoManagedApp []string      // identity providers for which a PUT of an OAuth module needs a client_id
	NoOAuth      NoOAuthAnswer // the response to a GET of an OAuth module that is not set
}

// CreateAnswer selects the response to a successful creation. The object is created in
// every case.
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
	DeleteNotDone                       // 200 and {"success":false}; nothing is deleted
	DeleteAccepted                      // 202 without a body; ActPending deletes
)

// PatchAnswer selects the response to a successful update. Interface section 4.1
// specifies neither its status nor its body.
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
	NoOAuthUnused                        // 200 and a disabled module in which no identity provider is in use
)

// UnsetAnswer selects the form of an unset member in a response.
type UnsetAnswer int

// The forms of an unset member. With UnsetEmpty an unset string is "" and an unset list
// is []. An unset module of a TLS edge is a disabled module whose members are all
// unset. Unset numbers and unused identity providers are null even with UnsetEmpty.
const (
	UnsetNull UnsetAnswer = iota
	UnsetEmpty
	UnsetAbsent
	UnsetTextsAbsent // texts and lists are absent; modules and everything else are null
)

// RefListAnswer selects the form of ip_policies and certificate_authorities in a
// response. Interface section 2.3 gives each of them the type Ref but describes a list.
type RefListAnswer int

// The forms of a list of references.
const (
	RefListArray  RefListAnswer = iota // always an array
	RefListSingle                      // a lone reference comes without the array around it
	RefListNull                        // an array, or null when it would be empty
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

// Answer changes the switches. The function runs under the API's lock and must not call
// the API. It may replace slices but must not modify their elements.
func (a *API) Answer(change func(*Answers)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	change(&a.answers)
}
