package bff

import (
	"context"
	"time"
)

// Identity is the platform's form of a player's session, in the clear. It is never sent to a browser (calls.md §3).
type Identity struct {
	UID, SID, UIP string
	GMT           string
	Username      string
	RID           string    // role or site id; 20 widens the live provider list
	Partition     Partition // of the login
}

// Player returns the key of the player within a brand.
func (i Identity) Player() string { return i.Partition.Qualify(i.UID) }

// Session is one player's session, opened from the cookie. Its JSON is what tokens and the session index hold, sealed.
type Session struct {
	ID        string        `json:"-"` // random; revocation refers to it
	Brand     string        `json:"-"` // the brand it is bound to
	Identity  Identity      `json:"identity"`
	Pending   bool          `json:"pending,omitempty"`    // a code of a second factor is still required
	TwoFactor bool          `json:"two_factor,omitempty"` // the player has an authenticator
	Due       SecondFactors `json:"due,omitempty"`        // second factors of which one completes a pending session
	NewDevice bool          `json:"new_device,omitempty"` // the player had not used the kind of device before the login
	LoginAt   time.Time     `json:"login_at"`
	RenamedAt time.Time     `json:"renamed_at,omitzero"` // when the player has changed the user name last; zero: never
	IssuedAt  time.Time     `json:"issued_at,omitzero"`  // of this token; the idle window starts here
	ExpiresAt time.Time     `json:"expires_at,omitzero"` // the absolute end

	Idle time.Duration `json:"-"` // the idle limit of the brand when the session was opened
	// BodyTransport: the session came in the user object of a client without cookies, which cannot receive a new token.
	// It is renewed and completed in place.
	BodyTransport bool   `json:"-"`
	Rotated       bool   `json:"-"` // a successor has replaced the session: it is valid for the grace period only
	Ticket        bool   `json:"-"` // the token refers to the server's store
	Kid           string `json:"-"` // of the key that sealed the token; empty without a token
}

// SecondFactors is a set of second factors (calls.md §2, two_auth_type).
type SecondFactors uint8

// The second factors.
const (
	FactorSMS SecondFactors = 1 << iota
	FactorAuthenticator
)

// NewSession is what a login that the platform accepted tells of its session.
type NewSession struct {
	Identity  Identity
	TwoFactor bool          // as Session.TwoFactor
	Due       SecondFactors // the session is pending unless it is empty
	NewDevice bool          // as Session.NewDevice
}

// ActiveSession is a session as staff see it (calls.md §8). Its Identity holds nothing that opens it at the platform.
type ActiveSession struct {
	Session          // ID is shared by all tokens of one login; IssuedAt is the last renewal
	Visitor   string `json:"visitor,omitempty"` // the address of the last renewal
	UserAgent string `json:"agent,omitempty"`   // the User-Agent of the last renewal, truncated
}

// IndexedSession is a session as a store indexes it.
type IndexedSession struct {
	Sealed    []byte    // what the store cannot read
	ExpiresAt time.Time // the store drops the session then
	Kid       string    // the key that seals its token
	IdleUntil time.Time // it ends then, unless it is renewed
}

// SealingKey is a key of the key ring as staff see it.
type SealingKey struct {
	Kid         string    `json:"kid"`
	Created     time.Time `json:"created"` // it seals from then on
	Active      bool      `json:"active"`
	Sessions    int       `json:"sessions"`
	RetireAfter time.Time `json:"retireAfter,omitzero"`
}

// SealedUser is the form of an identity that a browser may hold: sealed to the BFF's public key.
type SealedUser struct {
	UID string `json:"uid"`
	SID string `json:"sid"`
	UIP string `json:"uip"`
}

// SessionsEnded is the payload of TopicSessions, as JSON.
type SessionsEnded struct {
	Brand   string `json:"brand"`
	Player  string `json:"player"`            // see Identity.Player
	Session string `json:"session,omitempty"` // Session.ID; empty: all sessions of the player
}

// Sessions opens, creates and ends player sessions.
type Sessions interface {
	// Open reads a cookie's token for a brand. It fails with ReasonAnonymous unless the token is valid there.
	Open(ctx context.Context, brand *Brand, token string) (*Session, error)
	// OpenUser reads the sealed user object of a client without cookies, whose sid is the token. It fails like Open, and
	// when uid does not belong to the session.
	OpenUser(ctx context.Context, brand *Brand, u SealedUser) (*Session, error)
	// Begin creates a session after a login that the upstream accepted.
	Begin(ctx context.Context, brand *Brand, in NewSession) (*Session, error)
	// Complete returns the session that replaces s, which is revoked, after a correct code of a factor that is due.
	Complete(ctx context.Context, s *Session) (*Session, error)
	// Refresh rotates s: same identity and absolute end, new id and idle window.
	Refresh(ctx context.Context, s *Session) (*Session, error)
	// Touch renews the idle window of s, which Open returned in the same request, when it is due. It returns nil when no
	// new token needs to be sent.
	Touch(ctx context.Context, s *Session) (*Session, error)
	// Ended reports whether s has ended since Open returned it.
	Ended(ctx context.Context, s *Session) (bool, error)
	// End invalidates every copy of s.
	End(ctx context.Context, s *Session) error
	// EndAll invalidates every session of the brand's player; see Identity.Player.
	EndAll(ctx context.Context, brand, player string) error
	// EndAllDurably is EndAll, but fails with ReasonUnavailable, and ends no session, where it cannot be recorded at once.
	EndAllDurably(ctx context.Context, brand, player string) error
	// Siblings returns the valid sessions of the player of s, newest first, or fails with ReasonUnavailable.
	Siblings(ctx context.Context, brand *Brand, s *Session) ([]ActiveSession, error)
	// Rename returns s with another user name. The player's other sessions take the name when they are renewed.
	Rename(ctx context.Context, brand *Brand, s *Session, username string) *Session
	// Token returns s as a cookie value. It fails with ReasonUnavailable when the store of tickets cannot be reached.
	Token(ctx context.Context, s *Session) (string, error)
	// Seal encrypts an identity for the browser.
	Seal(id Identity) (SealedUser, error)
}

// Revocations stores what was ended until it would have expired: a session from a time on, or everything of a player
// that was issued before it.
type Revocations interface {
	// Revoke sets the revocation time of key to at, durably, and forgets it after until.
	Revoke(ctx context.Context, key string, at, until time.Time) error
	// Revoked returns the revocation times of keys in one round trip, with millisecond precision; zero: not revoked.
	Revoked(ctx context.Context, keys ...string) (at []time.Time, err error)
}

// RevocationOfEveryone is the key that ends every session and every login of staff. A restored backup has it, because
// it does not know what ended since.
const RevocationOfEveryone = "everyone"

// TicketStore stores sealed sessions on the server, so that a cookie only refers to one.
type TicketStore interface {
	// Put stores sealed under id until the given time.
	Put(ctx context.Context, id string, sealed []byte, until time.Time) error
	// Get returns the value stored under id, or nil.
	Get(ctx context.Context, id string) ([]byte, error)
	// Delete removes id.
	Delete(ctx context.Context, id string) error
}

// SessionIndex lists the active sessions for staff, as sealed entries under hashed keys. It proves no session valid:
// an entry that could not be written is written at the next renewal. Put, Get and Delete run within players' calls and
// return at once when the store was too slow a moment before.
type SessionIndex interface {
	// Put stores an entry under key until ExpiresAt. Each key holds a bounded number of entries, those that expire last.
	Put(ctx context.Context, key, id string, e IndexedSession) error
	// Delete removes an entry, which may be absent.
	Delete(ctx context.Context, key, id string) error
	// Get returns the entry with an id, or nil.
	Get(ctx context.Context, id string) ([]byte, error)
	// List returns the entries under key by their ids.
	List(ctx context.Context, key string) (map[string][]byte, error)
	// Count returns the number of entries of each kid that are not idle, in the order of kids.
	Count(ctx context.Context, kids []string) ([]int, error)
}

// Block refuses a player in front of any platform.
type Block struct {
	By     string    `json:"by"` // the account
	At     time.Time `json:"at"`
	Until  time.Time `json:"until,omitzero"` // zero: until lifted
	Reason string    `json:"reason"`         // for staff only
}

// BlockSubject names who is blocked in a partition: the player with an id, or those with a user name in any spelling.
type BlockSubject struct {
	Partition Partition
	UID       string
	Username  string // used where UID is empty
}
