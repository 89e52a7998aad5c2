package bff

import (
	"context"
	"time"
)

// Observation describes a request that has been answered. It never holds a body, a cookie or
// another secret. Player is for staff: it belongs in no log, metric or trace.
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
	UID      string
	Username string
	World    string // see Identity.World
	Email    string // where the answer told it
}

// Key returns the player's key within a brand, as Identity.Player does.
func (p *Player) Key() string { return Identity{UID: p.UID, World: p.World}.Player() }

// Observer receives an Observation of every request once it has been answered.
type Observer interface {
	Observe(ctx context.Context, o *Observation)
}
