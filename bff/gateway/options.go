package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"croupier/bff"
)

// Options are the dependencies and settings of New. Fields without a stated default are required.
type Options struct {
	Contract Contract
	Brands   func(host string) (*bff.Brand, bool) // host in lower case, without port
	Sessions bff.Sessions
	Upstream bff.Upstream
	// Refusal returns the reason for which Upstream would refuse a call now without sending it, or
	// nil. It must cost little. A nil Refusal refuses nothing early.
	Refusal          func(brand *bff.Brand, call *bff.Call, world string) error
	Cache            ResponseCache // nil disables caching
	Maintenance      Maintenance
	Limiter          bff.Limiter
	Blocks           Blocks // nil: nobody is blocked
	IdempotencyStore bff.IdempotencyStore
	Bypass           MaintenanceBypass // nil disables the bypass
	Planned          Planned           // nil: players get no notice of planned maintenance
	Previews         Previews          // nil disables previews of drafts
	Events           Events            // nil disables /v1/events
	Bus              bff.Bus           // receives balance changes; nil disables them
	Payments         Payments          // nil: payments are not followed
	Protection       Protection        // nil: limits/* is unsupported, and nothing is limited
	Devices          Devices           // nil: no device is new
	Search           Search            // answers search/suggest; nil: the call is unsupported

	Site      http.Handler                     // everything that no other route answers; bff.ScopeOf(ctx) has the brand
	Mock      http.Handler                     // /mock/ and /__mock/; nil disables them
	World     func(*http.Request) string       // the world of the mock that a tester requests; nil: there are none
	Staff     http.Handler                     // /staff/v1/, the console's API; nil disables it
	Bootstrap func(*bff.Scope) ([]byte, error) // the JSON of /v1/bootstrap
	Ready     func() []string                  // reasons against sending traffic here; default none

	TrustedProxies []netip.Prefix   // proxies whose forwarding headers are believed; default none
	CountryHeader  string           // their header with the visitor's country (ISO 3166); empty: countries are unknown
	Clock          func() time.Time // default time.Now
	Log            *slog.Logger     // default slog.Default()
	AccessLog      AccessLog        // of requests; nil disables it
	Observer       bff.Observer     // nil disables it
	// Heartbeats returns a ticker for the heartbeats of one stream of /v1/events; default every 15 s.
	Heartbeats func() (beats <-chan time.Time, stop func())
}

// check reports all missing options at once and sets defaults.
func (o *Options) check() error {
	var faults []error
	for _, f := range []struct {
		name    string
		missing bool
	}{
		{"Contract", o.Contract == nil},
		{"Brands", o.Brands == nil},
		{"Sessions", o.Sessions == nil},
		{"Upstream", o.Upstream == nil},
		{"Maintenance", o.Maintenance == nil},
		{"Limiter", o.Limiter == nil},
		{"IdempotencyStore", o.IdempotencyStore == nil},
		{"Site", o.Site == nil},
		{"Bootstrap", o.Bootstrap == nil},
	} {
		if f.missing {
			faults = append(faults, fmt.Errorf("option %s is missing", f.name))
		}
	}
	if o.Payments == nil {
		o.Payments = noPayments{}
	}
	if o.Planned == nil {
		o.Planned = func(string) (w bff.MaintenanceWindow, ok bool) { return w, false }
	}
	if o.Ready == nil {
		o.Ready = func() []string { return nil }
	}
	if o.Heartbeats == nil {
		o.Heartbeats = heartbeats
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return errors.Join(faults...)
}

// Contract is the part of contracts/ that the gateway uses; package contract implements it.
type Contract interface {
	// Lookup finds a call by its exact names.
	Lookup(class, method string) (*bff.Call, bool)
	// ServerCall finds a call that only the server itself makes by its name, or nil.
	ServerCall(name string) *bff.Call
	// Resolve returns the rules in force for a call with this data.
	Resolve(call *bff.Call, data map[string]any) bff.Rules
	// Complete returns data with the schema's defaults and Lang filled in.
	Complete(call *bff.Call, data map[string]any, defaultLang string) map[string]any
	// Prepare returns the valid and complete data, and the rules, of a call that the server itself makes.
	Prepare(call *bff.Call, data map[string]any, lang string) (map[string]any, bff.Rules, error)
	// CheckRequest returns the first field that violates the call's schema, or nil.
	CheckRequest(call *bff.Call, data map[string]any) *bff.FieldFault
	// CallsOf returns the names of the calls that belong to a part of the site.
	CallsOf(part bff.Part) []string
	// Message returns the text of key in lang, its {placeholders} filled from params.
	Message(lang, key string, params map[string]string) string
	// ReasonText returns the text of a reason for players.
	ReasonText(lang string, r *bff.Reason) string
	// ClassifyMessage returns the meaning of a platform's message; ok is false for an unknown one.
	ClassifyMessage(message string) (known bff.KnownMessage, ok bool)
	// OpenAPI returns the published description of the contract, as YAML.
	OpenAPI() []byte
}

// AccessLog writes the log lines of requests; package telemetry implements it.
type AccessLog interface {
	// Enabled reports whether lines of a level are written.
	Enabled(level slog.Level) bool
	// Request writes the line of a request. unlogged is the number of equal ones before it that were not logged.
	Request(level slog.Level, o *bff.Observation, unlogged int)
}

// ResponseCache caches answers of guest calls (calls.md §2, cache).
type ResponseCache interface {
	// Lookup returns the cache key of r, or nil when its answer is never cached, as for every call
	// with a session. A caller that stores the result in r.CacheLookup saves computing it again.
	Lookup(r *bff.UpstreamRequest) *bff.CacheLookup
	// Do answers r from the cache or through next. r and its Data must not change afterwards: a
	// background refresh may still use them. Errors are those of next. A caller whose context is
	// cancelled gets the context's error, together with the state.
	Do(ctx context.Context, r *bff.UpstreamRequest, next bff.Upstream) (bff.CacheResult, error)
}

// Devices remembers from which kinds of devices players have logged in.
type Devices interface {
	// IsNew reports whether a player has logged in before, and never from the kind of device of a User-Agent.
	IsNew(ctx context.Context, brand, player, agent string) (bool, error)
	// Remember records a completed login.
	Remember(ctx context.Context, brand, player, agent string) error
}

// Payments follows payments that wait for the platform, and remembers those that were not sent.
type Payments interface {
	// Follow follows a payment on the instances that have an open stream of its player.
	Follow(ctx context.Context, p bff.WaitingPayment)
	// Open follows the payments of a player until closeStream is called.
	Open(brand, player string, source bff.PaymentSource) (closeStream func())
	// Changed notifies the player's pages of a change that was found otherwise.
	Changed(ctx context.Context, c bff.PaymentChanged)
	// MarkNotSent records that a money call had no effect.
	MarkNotSent(ctx context.Context, key bff.IdempotencyKey)
	// WasNotSent reports whether a record says so.
	WasNotSent(ctx context.Context, key bff.IdempotencyKey) (bool, error)
}

// Blocks are the players that staff have blocked.
type Blocks interface {
	// Blocked reports whether a player of a brand is blocked. The id is empty before a login was answered.
	Blocked(brand string, id bff.Identity) bool
}

// Maintenance resolves the maintenance state of brands (calls.md §2 maintenance/check_status, §4).
type Maintenance interface {
	// State returns the state of a brand for the name of a call or a part, or for the whole site when
	// name is empty.
	State(brand, name string) bff.MaintenanceState
}

// Planned returns the maintenance of a brand that begins within a day, if there is one.
type Planned func(brand string) (bff.MaintenanceWindow, bool)

// MaintenanceBypass admits testers while a brand is closed to other visitors (calls.md §8).
type MaintenanceBypass interface {
	// StateFor returns the state for one visitor: off when a notice lists the visitor's address or
	// pass is valid.
	StateFor(brand, call string, visitor netip.Addr, pass string) bff.MaintenanceState
	// BypassValidUntil returns the expiry of a brand's bypass pass; ok is false for a pass that is
	// forged, expired or of another brand.
	BypassValidUntil(brand, pass string) (until time.Time, ok bool)
}

// Protection holds the limits, breaks and exclusions of players. player is Identity.Player. Errors are reasons; what
// cannot be read is refused as ReasonUnavailable.
type Protection interface {
	// Call answers a call of the class limits, whose data is valid. Limits of what the platform does not tell are not offered.
	Call(ctx context.Context, brand *bff.Brand, player, method string, data map[string]any, platform bff.PlatformPlayer) (json.RawMessage, error)
	// Reserve counts a deposit before it is sent. One that counts already is not counted again.
	Reserve(ctx context.Context, brand *bff.Brand, player string, name bff.DepositName, platform bff.PlatformPlayer) error
	// Settle records what became of the deposit of a key that was claimed about a time: one that was not executed counts
	// no longer.
	Settle(ctx context.Context, c bff.PaymentChanged) error
	// Unsettled returns the deposits that count although the platform may have refused them since.
	Unsettled(ctx context.Context, brand, player string) ([]bff.WaitingPayment, error)
	// Restriction returns what restricts the player's session. It answers from memory in all but the first call in a
	// while. Where the player's state cannot be read and nothing is known of it, the player is unrestricted: deposits and
	// games, which Reserve and MayPlay decide about, are refused then.
	Restriction(ctx context.Context, brand *bff.Brand, player string) bff.Restriction
	// MayPlay returns the reason for which the player may start no game, or nil. It asks for rounds where a limit depends on
	// them.
	MayPlay(ctx context.Context, brand *bff.Brand, player string, platform bff.PlatformPlayer) error
	// PersonDue reports whether NotePerson is to be called, at the brands of a group before the player may deposit or play. It
	// answers from memory in all but the first call in a while.
	PersonDue(ctx context.Context, brand *bff.Brand, player string) bool
	// NotePerson notes who a player is: a self-exclusion holds for the person, at all brands of a group.
	NotePerson(ctx context.Context, brand *bff.Brand, player string, d bff.PersonalData) error
	// MayRegister returns the reason for which a person may not register, or nil, and whether an account is the person's already.
	MayRegister(ctx context.Context, brand *bff.Brand, d bff.PersonalData) (isKnown bool, err error)
	// Registered keeps the personal data of a registration, and the limit that it wants, until the first login.
	Registered(ctx context.Context, brand *bff.Brand, d bff.PersonalData, wanted bff.FirstLimit) error
	// LoggedIn notes what the registration of a player said. It is called for every login, and calls profile for the first one.
	LoggedIn(ctx context.Context, brand *bff.Brand, id bff.Identity, profile func() (bff.PersonalData, error)) error
	// MinuteDue reports whether NoteMinute is to be called for a player who uses the site now. It answers from memory in
	// all but the first call in a while, and true once in a minute, for players with limits of time, losses or stakes, and
	// for all where the platform holds limits itself.
	MinuteDue(ctx context.Context, brand *bff.Brand, player string) bool
	// NoteMinute counts the present minute for the player's limits. It may take as long as the platform does.
	NoteMinute(ctx context.Context, brand *bff.Brand, player string, platform bff.PlatformPlayer)
}

// Search finds games, tables and providers of a brand.
type Search interface {
	// Suggest returns the data of search/suggest. It fails with ReasonUnavailable where the brand's lists
	// could not be read yet.
	Suggest(ctx context.Context, q bff.SearchQuery) (json.RawMessage, error)
}

// Events is the source of the events of open pages.
type Events interface {
	// Listen returns the events for l from now on. The channel is closed when the listener is too
	// slow or the server shuts down; cancel must be called in any case. It fails with
	// ReasonRateLimited when the address has too many streams, and with ReasonUnavailable during
	// shutdown.
	Listen(l bff.Listener) (events <-chan bff.Event, cancel func(), err error)
}
