// Package scenario bends the casino: faults that a tester sets on a call, and scenarios,
// which are faults under a name that can be switched for everything, one brand or one
// call. It decides what happens; package mock makes it happen.
package scenario

import (
	"time"

	"croupier/bff/mock/world"
)

// Kind says what happens to a call.
type Kind string

// The kinds of calls.md §6. A fault of any kind may also be late by its latency.
const (
	Delay       Kind = "delay"       // late, otherwise well
	Hang        Kind = "hang"        // no answer until the caller gives up
	Status      Kind = "status"      // an HTTP status with a page instead of an envelope
	Malformed   Kind = "malformed"   // not JSON
	Truncated   Kind = "truncated"   // the answer breaks off
	WrongType   Kind = "wrong-type"  // JSON whose fields have other types than the envelope's
	Huge        Kind = "huge"        // an answer far beyond any limit
	Reset       Kind = "reset"       // the connection is reset
	Expired     Kind = "expired"     // the platform no longer knows the session
	Maintenance Kind = "maintenance" // the platform is under maintenance
)

// The kinds that only scenarios use.
const (
	Empty  Kind = "empty"  // lists are empty, histories say that there are no records
	Refuse Kind = "refuse" // a business refusal with Message and Code
	Limit  Kind = "limit"  // HTTP 429 with a Retry-After of Again
	Show   Kind = "show"   // the world is seen through View
	Long   Kind = "long"   // texts and names are three times as long, with unbroken words
	Arabic Kind = "arabic" // texts are Arabic whatever was asked for, names in Arabic letters
)

// Well tells whether a call still gets the answer that it asked for, only with other content.
func (k Kind) Well() bool { return k == Show || k == Long || k == Arabic }

// FaultKinds lists the kinds that a tester may set, in the order of calls.md §6.
func FaultKinds() []Kind {
	return []Kind{Delay, Hang, Status, Malformed, Truncated, WrongType, Huge, Reset, Expired, Maintenance}
}

// Effect is what happens to one call.
type Effect struct {
	Kind    Kind
	Latency time.Duration // before anything else
	Status  int           // of Status
	Message string        // of Refuse
	Code    int           // of Refuse
	Again   time.Duration // of Limit
	View    world.View    // of Show
}
