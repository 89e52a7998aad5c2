package gateway

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/platform/cache"
	"croupier/bff/player/block"
	"croupier/bff/player/events"
	"croupier/bff/player/payments"
	"croupier/bff/player/protection"
)

// Options are the dependencies and settings of New. Fields without a stated default are required.
type Options struct {
	Contract *contract.Catalogue
	Brands   func(host string) (*bff.Brand, bool) // host is in lower case, without port
	Sessions bff.Sessions
	Upstream bff.Upstream
	// Refusal returns the reason to refuse a call before sending it, or nil. It must be cheap. If
	// nil, the gateway refuses nothing early.
	Refusal          func(brand *bff.Brand, call *bff.Call, p bff.Partition) error
	Cache            *cache.Cache // nil disables caching
	Maintenance      Maintenance
	Limiter          bff.Limiter
	Blocks           *block.List
	IdempotencyStore bff.IdempotencyStore
	// Draft returns the valid draft of a brand, or nil. PreviewPass returns the expiry of a pass to
	// the draft. ok is false if the pass is forged, expired or for another brand.
	Draft       func(brand string) *bff.Brand
	PreviewPass func(brand, pass string) (until time.Time, ok bool)
	Events      *events.Hub
	Bus         bff.Bus // receives balance changes
	Payments    *payments.Follower
	Protection  Protection
	// IsNewDevice reports whether a player has logged in before, but never from this kind of
	// device. RememberDevice records a completed login.
	IsNewDevice    func(ctx context.Context, brand, player, agent string) (bool, error)
	RememberDevice func(ctx context.Context, brand, player, agent string) error
	// Suggest returns the data of search/suggest. It fails with ReasonUnavailable until the brand's
	// lists have been read.
	Suggest func(ctx context.Context, q bff.SearchQuery) (json.RawMessage, error)

	Site http.Handler // serves all requests without a route, with the brand in bff.ScopeOf(ctx)
	Mock http.Handler // serves /mock/ and /__mock/, nil disables them
	// Partition returns the partition of a tester's request. If nil, the partition is always the
	// brand.
	Partition func(*http.Request, *bff.Brand) bff.Partition
	Staff     http.Handler                     // serves /staff/v1/, the console's API, nil disables it
	Bootstrap func(*bff.Scope) ([]byte, error) // returns the JSON of /v1/bootstrap
	// Vitals counts a valid report of /v1/vitals and may change it. Nil disables the path.
	Vitals func(ctx context.Context, s *bff.Scope, r *bff.VitalsReport)
	Ready  func() []string // returns reasons not to send traffic to this instance

	TrustedProxies []netip.Prefix   // proxies with trusted forwarding headers, default none
	CountryHeader  string           // their header with the visitor's country (ISO 3166), empty: unknown
	Clock          func() time.Time // default time.Now
	Log            *slog.Logger
	AccessLog      AccessLog    // for requests, nil disables it
	Observer       bff.Observer // nil disables it
	// Heartbeats returns a ticker for the heartbeats of one stream of /v1/events. The default is
	// every 15 s.
	Heartbeats func() (beats <-chan time.Time, stop func())
}

// Protection enforces the limits, breaks and exclusions of players. Its errors are reasons. See
// protection.Service.
type Protection interface {
	Call(ctx context.Context, brand *bff.Brand, player, method string, data map[string]any,
		platform protection.PlatformPlayer) (json.RawMessage, error)
	Restriction(ctx context.Context, brand *bff.Brand, player string) protection.Restriction

	Reserve(ctx context.Context, brand *bff.Brand, player string, name protection.DepositName,
		platform protection.PlatformPlayer) error
	Settle(ctx context.Context, c bff.PaymentChanged) error
	Unsettled(ctx context.Context, brand, player string) ([]bff.WaitingPayment, error)

	MayPlay(ctx context.Context, brand *bff.Brand, player string, platform protection.PlatformPlayer) error
	MinuteDue(ctx context.Context, brand *bff.Brand, player string) bool
	NoteMinute(ctx context.Context, brand *bff.Brand, player string, platform protection.PlatformPlayer)

	PersonDue(ctx context.Context, brand *bff.Brand, player string) bool
	NotePerson(ctx context.Context, brand *bff.Brand, player string, d protection.PersonalData) error
	MayRegister(ctx context.Context, brand *bff.Brand, d protection.PersonalData) (isKnown bool, err error)
	Registered(ctx context.Context, brand *bff.Brand, d protection.PersonalData, wanted protection.FirstLimit) error
	LoggedIn(ctx context.Context, brand *bff.Brand, id bff.Identity,
		profile func() (protection.PersonalData, error)) error
}

// AccessLog writes the log lines of requests. Package telemetry implements it.
type AccessLog interface {
	// Enabled reports whether the log writes lines of a level.
	Enabled(level slog.Level) bool
	// Request writes the line of a request. unlogged is the number of earlier, equal requests
	// without a line.
	Request(level slog.Level, o *bff.Observation, unlogged int)
}

// Maintenance returns the maintenance state of brands. Package maintenance implements it.
type Maintenance interface {
	// State returns the state of a call or a part of a brand. If name is empty, it returns the
	// state of the whole site.
	State(brand, name string) bff.MaintenanceState
	// StateFor returns the state for one visitor. The state is off if a notice lists the visitor's
	// address or pass is valid.
	StateFor(brand, name string, visitor netip.Addr, pass string) bff.MaintenanceState
	// BypassValidUntil returns the expiry of a bypass pass. ok is false if the pass is forged,
	// expired or for another brand.
	BypassValidUntil(brand, pass string) (until time.Time, ok bool)
	// Planned returns the maintenance of a brand that starts within a day, if any.
	Planned(brand string) (bff.MaintenanceWindow, bool)
}
