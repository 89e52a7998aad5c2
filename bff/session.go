package bff

import (
	"context"
	"net/http"
	"strings"
	"time"
)

// Identity is the unencrypted form of a player's session at the platform. Croupier never sends it
// to a browser.
type Identity struct {
	UID, SID, UIP string
	GMT           string
	Username      string
	RID           string    // role or site id, 20 widens the live provider list
	Partition     Partition // partition of the login
}

// Player returns the key of the player within a brand.
func (i Identity) Player() string { return i.Partition.Qualify(i.UID) }

// Session is a player's open session. Tokens and the session index contain its sealed JSON.
type Session struct {
	ID        string        `json:"-"` // random id for revocation
	Brand     string        `json:"-"` // brand of the session
	Identity  Identity      `json:"identity"`
	Pending   bool          `json:"pending,omitempty"`    // a second factor is still required
	TwoFactor bool          `json:"two_factor,omitempty"` // the player has an authenticator
	Due       SecondFactors `json:"due,omitempty"`        // second factors, one of which completes a pending session
	NewDevice bool          `json:"new_device,omitempty"` // the player logged in with a new kind of device
	LoginAt   time.Time     `json:"login_at"`
	RenamedAt time.Time     `json:"renamed_at,omitzero"` // last change of the user name, zero: never
	IssuedAt  time.Time     `json:"issued_at,omitzero"`  // issue time of this token, start of the idle window
	ExpiresAt time.Time     `json:"expires_at,omitzero"` // absolute end

	Idle time.Duration `json:"-"` // idle limit of the brand when the session was opened
	// BodyTransport means that the session came in the user object of a client without cookies. The
	// client cannot receive a new token, so Croupier renews and completes the session in place.
	BodyTransport bool   `json:"-"`
	Rotated       bool   `json:"-"` // replaced, and valid only for the grace period
	Ticket        bool   `json:"-"` // the token refers to the server's store
	Kid           string `json:"-"` // key that sealed the token, empty without a token
}

// SecondFactors is a set of second factors.
type SecondFactors uint8

// The second factors.
const (
	FactorSMS SecondFactors = 1 << iota
	FactorAuthenticator
)

// NewSession describes the session of a login that the platform accepted.
type NewSession struct {
	Identity  Identity
	TwoFactor bool          // see Session.TwoFactor
	Due       SecondFactors // required second factors, if any, which make the session pending
	NewDevice bool          // see Session.NewDevice
}

// ActiveSession is a session for staff. Its Identity contains no credentials for the platform.
type ActiveSession struct {
	Session          // all tokens of a login share ID, and IssuedAt is the last renewal
	Visitor   string `json:"visitor,omitempty"` // address of the last renewal
	UserAgent string `json:"agent,omitempty"`   // truncated User-Agent of the last renewal
}

// IndexedSession is an entry of the session index.
type IndexedSession struct {
	Sealed    []byte    // encrypted for the store
	ExpiresAt time.Time // the store deletes the entry at this time
	Kid       string    // key that seals the session's token
	IdleUntil time.Time // end of the session unless it is renewed
}

// SealingKey is a key of the key ring for staff.
type SealingKey struct {
	Kid         string    `json:"kid"`
	Created     time.Time `json:"created"` // start of its use for sealing
	Active      bool      `json:"active"`
	Sessions    int       `json:"sessions"`
	RetireAfter time.Time `json:"retireAfter,omitzero"`
}

// SealedUser is the form of an identity for browsers. It is sealed to Croupier's public key.
type SealedUser struct {
	UID string `json:"uid"`
	SID string `json:"sid"`
	UIP string `json:"uip"`
}

// SessionsEnded is the JSON payload of TopicSessions.
type SessionsEnded struct {
	Brand   string `json:"brand"`
	Player  string `json:"player"`            // see Identity.Player
	Session string `json:"session,omitempty"` // Session.ID, empty: all sessions of the player
}

// Sessions opens, creates and ends player sessions.
type Sessions interface {
	// Open opens the session in a cookie's token. It fails with ReasonAnonymous if the token is not
	// valid for the brand.
	Open(ctx context.Context, brand *Brand, token string) (*Session, error)
	// OpenUser opens the session of a client without cookies, with the token in u.SID. It fails
	// like Open, and also if the uid belongs to another session.
	OpenUser(ctx context.Context, brand *Brand, u SealedUser) (*Session, error)
	// Begin creates a session after a login that the platform accepted.
	Begin(ctx context.Context, brand *Brand, in NewSession) (*Session, error)
	// Complete revokes s and returns its successor after a correct code of a required second
	// factor.
	Complete(ctx context.Context, s *Session) (*Session, error)
	// Refresh rotates s. The identity and the absolute end remain, the id and the idle window are
	// new.
	Refresh(ctx context.Context, s *Session) (*Session, error)
	// Touch renews the idle window of s if it is due. Open must have returned s in the same
	// request. Touch returns nil if the client needs no new token.
	Touch(ctx context.Context, s *Session) (*Session, error)
	// Ended reports whether s has ended since Open returned it.
	Ended(ctx context.Context, s *Session) (bool, error)
	// End invalidates every copy of s.
	End(ctx context.Context, s *Session) error
	// EndAll invalidates every session of a player of the brand. See Identity.Player.
	EndAll(ctx context.Context, brand, player string) error
	// EndAllDurably works like EndAll. If it cannot record the end at once, it ends no session and
	// fails with ReasonUnavailable.
	EndAllDurably(ctx context.Context, brand, player string) error
	// Siblings returns the valid sessions of the player of s, newest first. It can fail with
	// ReasonUnavailable.
	Siblings(ctx context.Context, brand *Brand, s *Session) ([]ActiveSession, error)
	// Rename returns s with another user name. Other sessions of the player get the name at their
	// next renewal.
	Rename(ctx context.Context, brand *Brand, s *Session, username string) *Session
	// Token returns s as a cookie value. It fails with ReasonUnavailable if the ticket store is
	// unreachable.
	Token(ctx context.Context, s *Session) (string, error)
	// Seal encrypts an identity for the browser.
	Seal(id Identity) (SealedUser, error)
}

// Revocations stores revocation times until the revoked sessions would have expired anyway. A key
// revokes one session from the time on, or all sessions of a player that were issued before it.
type Revocations interface {
	// Revoke durably sets the revocation time of key to at and deletes it after until.
	Revoke(ctx context.Context, key string, at, until time.Time) error
	// Revoked returns the revocation times of keys in one round trip, with millisecond precision.
	// Zero means not revoked.
	Revoked(ctx context.Context, keys ...string) (at []time.Time, err error)
}

// BearerToken returns the token of the Authorization header if its scheme is Bearer.
func BearerToken(h http.Header) (token string, ok bool) {
	scheme, token, _ := strings.Cut(h.Get("Authorization"), " ")
	return strings.TrimSpace(token), strings.EqualFold(scheme, "Bearer")
}

// RevocationOfEveryone is the key that ends every player session, staff login and token. A restored
// backup contains it, because the backup does not know about later revocations.
const RevocationOfEveryone = "everyone"

// TicketStore stores sealed sessions on the server. The cookie then contains only a reference.
type TicketStore interface {
	// Put stores sealed under id until the time until.
	Put(ctx context.Context, id string, sealed []byte, until time.Time) error
	// Get returns the value stored under id, or nil.
	Get(ctx context.Context, id string) ([]byte, error)
	// Delete removes id.
	Delete(ctx context.Context, id string) error
}

// SessionIndex lists the active sessions for staff, as sealed entries under hashed keys. It does
// not prove that a session is valid. If a write fails, the next renewal repeats it. Put, Get and
// Delete run within players' calls, so they return at once if the store was slow a moment ago.
type SessionIndex interface {
	// Put stores an entry under key until ExpiresAt. If key has too many entries, those that expire
	// first are dropped.
	Put(ctx context.Context, key, id string, e IndexedSession) error
	// Delete deletes an entry. The entry may be absent.
	Delete(ctx context.Context, key, id string) error
	// Get returns the entry with id, or nil.
	Get(ctx context.Context, id string) ([]byte, error)
	// List returns the entries under key, by id.
	List(ctx context.Context, key string) (map[string][]byte, error)
	// Count returns the number of entries for each of kids, without idle sessions.
	Count(ctx context.Context, kids []string) ([]int, error)
}

// Block refuses a player on any platform.
type Block struct {
	By     string    `json:"by"` // account of the staff member
	At     time.Time `json:"at"`
	Until  time.Time `json:"until,omitzero"` // zero: until staff lift it
	Reason string    `json:"reason"`         // for staff only
}

// BlockSubject identifies blocked players in a partition: one player by uid, or all players with a
// user name in any spelling.
type BlockSubject struct {
	Partition Partition
	UID       string
	Username  string // used if UID is empty
}
