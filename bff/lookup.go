package bff

import (
	"context"
	"time"
)

// RequestRecord is what staff see of an answered request. It holds no secret.
type RequestRecord struct {
	ID         string     `json:"id"`
	At         time.Time  `json:"at"`       // when it was answered
	Instance   string     `json:"instance"` // that answered it
	Method     string     `json:"method,omitempty"`
	Path       string     `json:"path,omitempty"` // the route's template
	Brand      string     `json:"brand"`
	Call       string     `json:"call,omitempty"`
	Player     *PlayerRef `json:"player,omitempty"`
	Status     int        `json:"status"`          // 0 where only the money record is left
	Code       int        `json:"code,omitempty"`  // the envelope's
	Debug      string     `json:"debug,omitempty"` // the envelope's
	Cache      CacheState `json:"cache,omitempty"`
	Ms         int64      `json:"ms"`
	UpstreamMs int64      `json:"upstream_ms"`
	Upstream   string     `json:"upstream,omitempty"`
	Attempts   int        `json:"attempts"` // how often the call was sent to the platform
	Cause      Cause      `json:"cause,omitempty"`
	Money      *MoneyFate `json:"money,omitempty"`
	Partition  Partition  `json:"partition,omitempty"` // of the player; empty for the whole brand
}

// Failed reports whether the request was not answered as the player wished.
func (r *RequestRecord) Failed() bool {
	return r.Status >= 400 || r.Code >= 400 || r.Money != nil && (r.Money.Outcome == MoneyRefused || r.Money.Outcome == MoneyNotSent)
}

// RequestSearch selects recorded requests; empty fields select all. Without a player, a transaction or an amount it
// needs Until, and Payments or Failures.
type RequestSearch struct {
	Player              string    // the key of Identity.Player
	Partition           Partition // the whole brand selects all
	Transaction, Amount string    // the platform's number; as MinorUnits are written
	Payments, Failures  bool
	From, Until         time.Time // both inclusive
}

// PlayerRef names a player within a brand.
type PlayerRef struct {
	UID      string `json:"uid"`
	Username string `json:"username,omitempty"`
}

// MoneyFate is what is known of an idempotency key.
type MoneyFate struct {
	Key     string       `json:"key"`
	At      time.Time    `json:"at,omitzero"`
	Call    string       `json:"call,omitempty"`
	Part    Part         `json:"part,omitempty"`   // deposits or withdrawals; see Rules.Part
	Amount  string       `json:"amount,omitempty"` // as MinorUnits are written
	Outcome MoneyOutcome `json:"outcome"`
	Code    int          `json:"code,omitempty"`
	Debug   string       `json:"debug,omitempty"`

	Transaction string `json:"transaction,omitempty"` // the platform's number of what the call made or cancelled
}

// MoneyOutcome is what became of a money call.
type MoneyOutcome string

// The outcomes of money calls.
const (
	MoneyInFlight MoneyOutcome = "in_flight"
	MoneyExecuted MoneyOutcome = "executed"
	MoneyRefused  MoneyOutcome = "refused"
	MoneyUnknown  MoneyOutcome = "unknown"
	MoneyNotSent  MoneyOutcome = "not_sent"
)

// Outcome returns what an idempotency record says about its call.
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

// PlayerProfile is what the platform's answers told of a player.
type PlayerProfile struct {
	Brand     string    `json:"brand"`
	UID       string    `json:"uid"`
	Username  string    `json:"username,omitempty"`
	Email     string    `json:"email,omitempty"`
	LastSeen  time.Time `json:"lastSeen"` // at most some minutes ago while the player is active
	Partition Partition `json:"partition"`
}

// PlayerDevice is a device that a player used.
type PlayerDevice struct {
	ID        string    `json:"id"`                // a hash of player and User-Agent
	Agent     string    `json:"agent"`             // short description of the User-Agent
	Address   string    `json:"address,omitempty"` // of the last visit; without its last part
	FirstSeen time.Time `json:"firstSeen"`
	LastSeen  time.Time `json:"lastSeen"` // as PlayerProfile.LastSeen
}

// Observation describes a request that has been answered. It holds no secret. Player is for staff: it belongs in no
// log, metric or trace.
type Observation struct {
	RequestID string
	Method    string
	Path      string        // the route's template; "*" for requests answered by the site
	Brand     string        // empty for an unknown host
	Call      string        // class/method; empty for requests that are not calls
	Status    int           // HTTP status; 499 when the client disconnected before the answer
	Code      int           // the envelope's code; 0 for requests that are not calls
	Debug     string        // the envelope's debug
	Cache     CacheState    // empty for requests that are not calls
	At        time.Time     // when it was answered
	Duration  time.Duration // from the first byte of the request to the last of the answer
	Upstream  time.Duration // the part of Duration spent waiting for the upstream
	Bytes     int           // size of the answer's body
	Err       error         // the failure with its cause; nil on success

	Result         bool   // the envelope's result
	UpstreamName   string // the upstream of the call; empty for requests that need none
	Attempts       int    // how often the call was sent to the platform
	IdempotencyKey string // of a money call
	Part           Part   // of a money call; see Rules.Part
	Amount         string // of a money call, as MinorUnits are written; empty without one
	Transaction    string // the platform's number of what a money call made or cancelled; empty without one
	Poll           bool   // see Call.Poll
	Stream         bool   // an event stream: Duration is how long its client stayed
	Player         Player // zero for visitors
}

// Player is a player as staff know him.
type Player struct {
	UID       string
	Username  string
	Partition Partition
	Email     string // where the answer told it
}

// Key returns the player's key within a brand, as Identity.Player does.
func (p *Player) Key() string { return p.Partition.Qualify(p.UID) }

// Observer receives an Observation of every request once it has been answered.
type Observer interface {
	Observe(ctx context.Context, o *Observation)
}

// Traffic is what one upstream of a brand was asked for by the calls of one class.
type Traffic struct {
	Brand    string         `json:"brand"`
	Class    string         `json:"class"`    // empty for requests that are no calls
	Upstream string         `json:"upstream"` // empty for what the server answers itself
	Points   []TrafficPoint `json:"points"`   // oldest first, without minutes that had no request
}

// TrafficPoint is one minute of Traffic, over all instances.
type TrafficPoint struct {
	At         time.Time `json:"at"` // the start of the minute
	Count      uint64    `json:"count"`
	Errors     uint64    `json:"errors"` // answered with HTTP 500 or above
	P50        float64   `json:"p50_ms"` // durations as visitors see them, cached responses included
	P95        float64   `json:"p95_ms"`
	Cached     uint64    `json:"cached"`     // responses from the cache
	Violations uint64    `json:"violations"` // answers of the platform that violate the contract
}
