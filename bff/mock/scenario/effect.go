// Package scenario decides which effects calls have: faults that a tester sets on a call, and
// scenarios, which are named sets of effects for everything, one brand or one call. Package
// mock applies the effects.
package scenario

import (
	"time"

	"croupier/bff"
	"croupier/bff/mock/world"
)

// Kind is a kind of effect.
type Kind string

// The kinds of calls.md §6. Any effect may have a latency too.
const (
	Delay       Kind = "delay"       // the response is late
	Hang        Kind = "hang"        // no response until the caller gives up
	Lost        Kind = "lost"        // the call is executed, but its connection ends without a response
	Status      Kind = "status"      // an HTTP status with a page instead of an envelope
	Malformed   Kind = "malformed"   // not JSON
	Truncated   Kind = "truncated"   // the response is cut off
	WrongType   Kind = "wrong-type"  // JSON with wrong types in the envelope
	Huge        Kind = "huge"        // a response beyond any limit
	Reset       Kind = "reset"       // the connection is reset
	Expired     Kind = "expired"     // the platform no longer knows the session
	Maintenance Kind = "maintenance" // the platform is under maintenance
)

// Reply is the kind of a fault that answers with an envelope of the tester's.
const Reply Kind = "answer"

// The kinds of scenarios only.
const (
	Empty  Kind = "empty"  // lists are empty, histories have no records
	Refuse Kind = "refuse" // a business refusal with Message and Code
	Limit  Kind = "limit"  // HTTP 429 with RetryAfter
	Show   Kind = "show"   // the world is seen with View
	Long   Kind = "long"   // texts and names are three times as long, with long words
	Arabic Kind = "arabic" // texts are Arabic in every language, names in Arabic letters
)

// Answers reports whether a call is answered normally, perhaps with other content.
func (k Kind) Answers() bool { return k == "" || k == Show || k == Long || k == Arabic }

// FaultKinds returns the kinds that a tester may set without an answer of their own, in the order of
// calls.md §6.
func FaultKinds() []Kind {
	return []Kind{Delay, Hang, Lost, Status, Malformed, Truncated, WrongType, Huge, Reset, Expired, Maintenance}
}

// Effect is what happens to a call.
type Effect struct {
	Kind       Kind
	Latency    time.Duration // before the effect
	Status     int           // of Status
	Refusal    string        // of Refuse: name in scenarios.yaml
	Message    string        `yaml:"-"`           // of Refuse
	Code       int           `yaml:"-"`           // of Refuse
	RetryAfter time.Duration `yaml:"retry_after"` // of Limit
	View       world.View    // of Show
	Answer     *bff.Answer   `yaml:"-"` // of Reply
}
