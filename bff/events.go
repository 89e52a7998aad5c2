package bff

import (
	"encoding/json"
	"net/netip"
)

// EventName is one of the events of /v1/events (calls.md §4).
type EventName string

// The events of calls.md §4.
const (
	EventMaintenance EventName = "maintenance" // the site, or part of it, was closed or opened
	EventSession     EventName = "session"     // the listener's session may have ended
	EventJackpots    EventName = "jackpots"    // jackpots changed
	EventBalance     EventName = "balance"     // the listener's balance may have changed
	EventLimits      EventName = "limits"      // what holds for the listener by limits, a break or an exclusion has changed
	EventPayment     EventName = "payment"     // a payment of the listener has changed, see PaymentEvent of contracts/schemas/site.json
)

// Event is sent to open pages. Data is JSON; it is nil when the content depends on the listener
// and is determined for each one.
type Event struct {
	Name EventName
	Data json.RawMessage
}

// Listener is an open event stream of a page.
type Listener struct {
	Brand   *Brand
	Visitor netip.Addr
	Subject string // key under which the streams of an address are counted
	Lang    string
	World   string // the requested mock world
	Player  string // see Identity.Player; empty for a visitor without session
}

// BalanceChanged is the payload of TopicBalance, as JSON.
type BalanceChanged struct {
	Brand   string          `json:"brand"`
	Player  string          `json:"player"`            // see Identity.Player
	Balance json.RawMessage `json:"balance,omitempty"` // the balance as check_balance returned it; absent when unknown
}
