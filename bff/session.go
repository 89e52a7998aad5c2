package bff

import (
	"context"
	"time"
)

// Identity is the upstream's own view of a player's session, in the clear. It never
// leaves the BFF but toward the upstream (calls.md §3).
type Identity struct {
	UID, SID, UIP string
	GMT           string
	Username      string
	RID           string // role or site id; 20 widens the live provider list
	World         string `json:",omitempty"` // the mock world of the login; empty unless the brand's mock is controllable
}

// Player names the player among those of one brand: a tester's world has players of its own.
func (i Identity) Player() string {
	if i.World == "" {
		return i.UID
	}
	return i.World + "/" + i.UID
}

// Session is one player's session as the BFF knows it, opened from the cookie.
type Session struct {
	ID        string // random; what revocation names
	Brand     string // the brand it is bound to
	Identity  Identity
	Pending   bool // the authenticator code is still due
	TwoFactor bool // the player has an authenticator
	LoginAt   time.Time
	IssuedAt  time.Time // of this token; idle time counts from here
	ExpiresAt time.Time // the absolute end
	// BodyTransport: it came in the user object of a client without cookies, to which no new token
	// can be handed: it is renewed and completed in place.
	BodyTransport bool
}

// SealedUser is the form of an identity that a browser may hold: sealed to the BFF's
// public key, different at every login.
type SealedUser struct {
	UID string `json:"uid"`
	SID string `json:"sid"`
	UIP string `json:"uip"`
}

// Sessions opens, makes and ends player sessions.
type Sessions interface {
	// Open reads a cookie's token for a brand. It fails with ReasonAnonymous for a token
	// that is missing, forged, expired, idle too long, revoked, or another brand's.
	Open(ctx context.Context, brand *Brand, token string) (*Session, error)
	// OpenUser reads the sealed user object of a client without cookies, whose sid is the
	// session's token. It fails like Open, and where uid is not that of the session.
	OpenUser(ctx context.Context, brand *Brand, u SealedUser) (*Session, error)
	// Begin makes a session after a login that the upstream accepted.
	Begin(ctx context.Context, brand *Brand, id Identity, twoFactor bool) (*Session, error)
	// Complete gives the session that follows s once its authenticator code was right.
	// The pending one is revoked; one InBody becomes whole in place.
	Complete(ctx context.Context, s *Session) (*Session, error)
	// Refresh rotates s: same identity and absolute end, new id and idle window.
	Refresh(ctx context.Context, s *Session) (*Session, error)
	// Touch renews the idle window of s where it is due; nil where nothing needs to be sent,
	// because it was not due or was renewed in place.
	Touch(ctx context.Context, s *Session) (*Session, error)
	// End makes every copy of s useless.
	End(ctx context.Context, s *Session) error
	// EndAll makes every session of the brand's player useless; see Identity.Player.
	EndAll(ctx context.Context, brand, player string) error
	// Token writes s as a cookie value. It fails with ReasonUnavailable where sessions are
	// kept in a store that cannot be reached.
	Token(ctx context.Context, s *Session) (string, error)
	// Seal encrypts an identity for the browser.
	Seal(id Identity) (SealedUser, error)
}

// Revocations remembers what has been ended until it would have expired anyway. The moment
// of a mark lets one interface say both "from now on" (a session, a rotated token with its
// grace) and "whatever was issued before" (every session of a player).
type Revocations interface {
	// Revoke marks key with the moment at, and forgets it after until. A mark replaces an
	// earlier one of the same key. It is acknowledged only when durable.
	Revoke(ctx context.Context, key string, at, until time.Time) error
	// Revoked gives the moment that key is marked with, to the millisecond; zero when it is
	// not marked.
	Revoked(ctx context.Context, key string) (at time.Time, err error)
}

// SessionsEnded is the payload of TopicSessions, as JSON.
type SessionsEnded struct {
	Brand   string `json:"brand"`
	Player  string `json:"player"`            // see Identity.Player
	Session string `json:"session,omitempty"` // Session.ID; empty: every session of the player
}
