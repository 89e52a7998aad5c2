package bff

import (
	"encoding/json"
	"net/netip"
)

// EventName is one of the events of /v1/events (calls.md §4).
type EventName string

// The events of calls.md §4.
const (
	EventMaintenance EventName = "maintenance" // the site, or part of it, closed or opened
	EventSession     EventName = "session"     // the listener's session may have ended
	EventJackpots    EventName = "jackpots"    // jackpots moved
	EventBalance     EventName = "balance"     // the listener's balance may have moved
)

// LimitEvents counts the open streams of one address (calls.md §5).
const LimitEvents LimitRule = "events"

// Event is something that an open page is told of. Data is JSON; it is nil where the
// answer depends on who listens, and is then found out for each listener.
type Event struct {
	Name EventName
	Data json.RawMessage
}

// Listener is a page that waits for events.
type Listener struct {
	Brand   *Brand
	Visitor netip.Addr
	Subject string // what stands for the visitor's address where streams are counted
	Lang    string
	World   string // the mock world asked for
	Player  string // see Identity.Player; empty for a visitor without session
}

// Events hands out what happens.
type Events interface {
	// Listen gives what happens to l from now on. The channel is closed when the listener
	// is too slow or the server ends; cancel must be called in any case. It fails with
	// ReasonRateLimited where the address has too many streams already, and with
	// ReasonUnavailable once the server ends.
	Listen(l Listener) (events <-chan Event, cancel func(), err error)
}

// BalanceMoved is the payload of TopicBalance, as JSON.
type BalanceMoved struct {
	Brand   string          `json:"brand"`
	Player  string          `json:"player"`            // see Identity.Player
	Balance json.RawMessage `json:"balance,omitempty"` // the balance as check_balance gave it; absent where it is not known
}
