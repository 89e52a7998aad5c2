package gateway

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/netip"
	"time"

	"croupier/bff"
)

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

// Sessions opens, creates and ends player sessions.
type Sessions interface {
	// Open reads a cookie's token for a brand. It fails with ReasonAnonymous when the token is
	// missing, forged, expired, idle too long, revoked, or of another brand.
	Open(ctx context.Context, brand *bff.Brand, token string) (*bff.Session, error)
	// OpenUser reads the sealed user object of a client without cookies, whose sid is the
	// session's token. It fails like Open, and when uid does not belong to the session.
	OpenUser(ctx context.Context, brand *bff.Brand, u bff.SealedUser) (*bff.Session, error)
	// Begin creates a session after a login that the upstream accepted.
	Begin(ctx context.Context, brand *bff.Brand, in bff.NewSession) (*bff.Session, error)
	// Complete returns the session that replaces s after a correct code of a factor that is due. The
	// pending session is revoked; a session with BodyTransport is completed in place.
	Complete(ctx context.Context, s *bff.Session) (*bff.Session, error)
	// Refresh rotates s: same identity and absolute end, new id and idle window.
	Refresh(ctx context.Context, s *bff.Session) (*bff.Session, error)
	// Touch renews the idle window of s, which Open returned in the same request, when it is due.
	// It returns nil when no new token needs to be sent, because the renewal was not due or was done
	// in place.
	Touch(ctx context.Context, s *bff.Session) (*bff.Session, error)
	// Ended reports whether s has ended since Open returned it.
	Ended(ctx context.Context, s *bff.Session) (bool, error)
	// End invalidates every copy of s.
	End(ctx context.Context, s *bff.Session) error
	// EndAll invalidates every session of the brand's player; see bff.Identity.Player.
	EndAll(ctx context.Context, brand, player string) error
	// EndAllDurably is EndAll for a caller who is told the result: where it cannot be recorded at once,
	// it fails with ReasonUnavailable and no session ends.
	EndAllDurably(ctx context.Context, brand, player string) error
	// Siblings returns the valid sessions of the player of s, newest first; s itself where the index has
	// it. It fails with ReasonUnavailable where they cannot be read.
	Siblings(ctx context.Context, brand *bff.Brand, s *bff.Session) ([]bff.ActiveSession, error)
	// Rename returns s with another user name of its player: same id and end. The player's other
	// sessions take the name when they are renewed.
	Rename(ctx context.Context, brand *bff.Brand, s *bff.Session, username string) *bff.Session
	// Token returns s as a cookie value. It fails with ReasonUnavailable when sessions are stored
	// on the server and the store cannot be reached.
	Token(ctx context.Context, s *bff.Session) (string, error)
	// Seal encrypts an identity for the browser.
	Seal(id bff.Identity) (bff.SealedUser, error)
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

// IdempotencyStore records money calls, so that each is sent at most once (calls.md §5). A claimed
// key ends in exactly one of Finish, MarkUnknown and Release. When one of these cannot be written at
// once, it returns an error, and the store answers repeats by it and tries again in the background.
type IdempotencyStore interface {
	// Claim claims key for a body before the call is sent. It returns the first answer when the
	// key is known with the same body and was answered, and nil when the caller has claimed the
	// key and must send the call. It fails with ReasonKeyReused when the key is known with another
	// body, ReasonDuplicate while the first call is in flight, the OutcomeUnknown reason recorded
	// by MarkUnknown, a *bff.SettledError when staff have settled it, and ReasonUnavailable when the
	// claim cannot be recorded.
	Claim(ctx context.Context, key bff.IdempotencyKey, body bff.Fingerprint) (first *bff.Answer, err error)
	// Finish records the answer that repeats receive.
	Finish(ctx context.Context, key bff.IdempotencyKey, a *bff.Answer) error
	// MarkUnknown records that the call was sent and its outcome is unknown.
	MarkUnknown(ctx context.Context, key bff.IdempotencyKey, r *bff.Reason) error
	// Release deletes the claim: the call did not reach the platform, or the platform reported
	// that it did nothing. The same key may be sent again.
	Release(ctx context.Context, key bff.IdempotencyKey) error
	// Lookup returns the record of a key, or nil when there is none.
	Lookup(ctx context.Context, key bff.IdempotencyKey) (*bff.IdempotencyRecord, error)
	// Settle changes the settlement of a record to what change returns for it, unless change fails. key is
	// that of the record. It fails with bff.ErrNoRecord and bff.ErrRecordModified.
	Settle(ctx context.Context, key bff.IdempotencyKey, change func(bff.IdempotencyRecord) (*bff.Settlement, error)) (*bff.IdempotencyRecord, error)
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
