package bff

import (
	"context"
	"encoding/json"
	"time"
)

// RequestRecord is the record of a served request for staff. It contains no secret.
type RequestRecord struct {
	ID         string     `json:"id"`
	At         time.Time  `json:"at"`       // when Croupier sent the response
	Instance   string     `json:"instance"` // instance that served the request
	Method     string     `json:"method,omitempty"`
	Path       string     `json:"path,omitempty"` // template of the route
	Brand      string     `json:"brand"`
	Call       string     `json:"call,omitempty"`
	Player     *PlayerRef `json:"player,omitempty"`
	Status     int        `json:"status"`          // 0 if only the money record is left
	Code       int        `json:"code,omitempty"`  // code of the envelope
	Debug      string     `json:"debug,omitempty"` // debug code of the envelope
	Cache      CacheState `json:"cache,omitempty"`
	Ms         int64      `json:"ms"`
	UpstreamMs int64      `json:"upstream_ms"`
	Upstream   string     `json:"upstream,omitempty"`
	Attempts   int        `json:"attempts"` // how often Croupier sent the call to the platform
	Cause      Cause      `json:"cause,omitempty"`
	Money      *MoneyFate `json:"money,omitempty"`
	Partition  Partition  `json:"partition,omitempty"` // partition of the player, empty for the whole brand

	// Lang and Data belong to the cache key. They are empty for calls that are never cached.
	Lang string          `json:"lang,omitempty"`
	Data json.RawMessage `json:"data,omitempty"`
}

// Failed reports whether the request failed or its money call had no effect.
func (r *RequestRecord) Failed() bool {
	return r.Status >= 400 || r.Code >= 400 ||
		r.Money != nil && (r.Money.Outcome == MoneyRefused || r.Money.Outcome == MoneyNotSent)
}

// RequestSearch selects recorded requests. Empty fields match all. Without a player, transaction or
// amount, set Until and one of Payments and Failures.
type RequestSearch struct {
	Player              string    // see Identity.Player
	Partition           Partition // the whole brand matches all
	Transaction, Amount string    // platform's transaction number, and amount as MinorUnits.String writes it
	Payments, Failures  bool
	From, Until         time.Time // both inclusive
}

// PlayerRef identifies a player within a brand.
type PlayerRef struct {
	UID      string `json:"uid"`
	Username string `json:"username,omitempty"`
}

// MoneyFate is the known state of an idempotency key.
type MoneyFate struct {
	Key     string       `json:"key"`
	At      time.Time    `json:"at,omitzero"`
	Call    string       `json:"call,omitempty"`
	Part    Part         `json:"part,omitempty"`   // deposits or withdrawals, see Rules.Part
	Amount  string       `json:"amount,omitempty"` // as MinorUnits.String writes it
	Outcome MoneyOutcome `json:"outcome"`
	Code    int          `json:"code,omitempty"`
	Debug   string       `json:"debug,omitempty"`

	Transaction string `json:"transaction,omitempty"` // platform's number of the created or cancelled transaction
}

// MoneyOutcome is the outcome of a money call.
type MoneyOutcome string

// The outcomes of money calls.
const (
	MoneyInFlight MoneyOutcome = "in_flight"
	MoneyExecuted MoneyOutcome = "executed"
	MoneyRefused  MoneyOutcome = "refused"
	MoneyUnknown  MoneyOutcome = "unknown"
	MoneyNotSent  MoneyOutcome = "not_sent"
)

// Outcome returns the outcome that the record implies for its call.
func (r *IdempotencyRecord) Outcome() MoneyOutcome {
	switch {
	case r.State == IdempotencyInFlight:
		return MoneyInFlight
	case r.State == IdempotencyAnswered && r.Answer != nil && r.Answer.Result:
		return MoneyExecuted
	case r.State == IdempotencyAnswered:
		return MoneyRefused
	case r.State == IdempotencySettled:
		return MoneyOutcome(r.Settlement.Outcome)
	}
	return MoneyUnknown
}

// PlayerProfile is a player's data from responses of the platform.
type PlayerProfile struct {
	Brand     string    `json:"brand"`
	UID       string    `json:"uid"`
	Username  string    `json:"username,omitempty"`
	Email     string    `json:"email,omitempty"`
	LastSeen  time.Time `json:"lastSeen"` // a few minutes old at most while the player is active
	Partition Partition `json:"partition"`
}

// PlayerDevice is a device that a player used.
type PlayerDevice struct {
	ID        string    `json:"id"`                // hash of player and User-Agent
	Agent     string    `json:"agent"`             // short description of the User-Agent
	Address   string    `json:"address,omitempty"` // address of the last visit without its last part
	FirstSeen time.Time `json:"firstSeen"`
	LastSeen  time.Time `json:"lastSeen"` // see PlayerProfile.LastSeen
}

// Observation describes a served request. It contains no secret. Player is for staff only: never
// log it, and never use it in metrics or traces.
type Observation struct {
	RequestID string
	Method    string
	Path      string        // template of the route, "*" for requests to the site
	Brand     string        // empty for an unknown host
	Call      string        // class/method, empty for requests that are not calls
	Status    int           // HTTP status, 499 if the client disconnected before the response
	Code      int           // code of the envelope, 0 for requests that are not calls
	Debug     string        // debug code of the envelope
	Cache     CacheState    // empty for requests that are not calls
	At        time.Time     // when Croupier sent the response
	Duration  time.Duration // from the first byte of the request to the last byte of the response
	Upstream  time.Duration // part of Duration spent waiting for the upstream
	Bytes     int           // size of the response body
	Err       error         // failure with its cause, nil on success

	Result         bool           // result of the envelope
	UpstreamName   string         // upstream of the call, empty for requests that need none
	Attempts       int            // how often Croupier sent the call to the platform
	IdempotencyKey string         // money calls only
	Part           Part           // money calls only, see Rules.Part
	Amount         string         // money calls only, as MinorUnits.String writes it, empty without an amount
	Transaction    string         // platform's number of the transaction that a money call created or cancelled
	Poll           bool           // see Call.Poll
	Stream         bool           // an event stream: Duration is the time of its connection
	Lang           string         // of calls with a cache key
	Data           map[string]any // of calls with a cache key, as in the key
	Player         Player         // zero for visitors
}

// Player identifies a player for staff.
type Player struct {
	UID       string
	Username  string
	Partition Partition
	Email     string // empty if the response did not contain it
}

// Key returns the player's key within a brand, see Identity.Player.
func (p *Player) Key() string { return p.Partition.Qualify(p.UID) }

// Observer receives an Observation for every request after its response.
type Observer interface {
	Observe(ctx context.Context, o *Observation)
}

// Traffic is the load on one upstream of a brand by the calls of one class.
type Traffic struct {
	Brand    string         `json:"brand"`
	Class    string         `json:"class"`    // empty for requests that are not calls
	Upstream string         `json:"upstream"` // empty for requests that Croupier answers
	Points   []TrafficPoint `json:"points"`   // oldest first, without minutes that had no requests
}

// TrafficPoint is one minute of Traffic, summed over all instances.
type TrafficPoint struct {
	At         time.Time `json:"at"` // start of the minute
	Count      uint64    `json:"count"`
	Errors     uint64    `json:"errors"` // responses with HTTP 500 or above
	P50        float64   `json:"p50_ms"` // durations for visitors, cached responses included
	P95        float64   `json:"p95_ms"`
	Cached     uint64    `json:"cached"`     // responses from the cache
	Violations uint64    `json:"violations"` // responses of the platform that violate the contract
}
