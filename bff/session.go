package bff

import "time"

// Identity is the upstream's representation of a player's session, in the clear. It is sent to the
// upstream only, never to the browser (calls.md §3).
type Identity struct {
	UID, SID, UIP string
	GMT           string
	Username      string
	RID           string // role or site id; 20 widens the live provider list
	World         string `json:",omitempty"` // the mock world of the login; empty unless the brand's mock is controllable
}

// Player returns the player's key within a brand. Players of different mock worlds are different
// players.
func (i Identity) Player() string {
	if i.World == "" {
		return i.UID
	}
	return i.World + "/" + i.UID
}

// Session is one player's session, opened from the cookie.
type Session struct {
	ID        string // random; revocation refers to it
	Brand     string // the brand it is bound to
	Identity  Identity
	Pending   bool // a code of a second factor is still required
	TwoFactor bool // the player has an authenticator
	// Due are the second factors of which one completes a pending session.
	Due SecondFactors
	// NewDevice reports that the login came from a kind of device that the player had not used before.
	NewDevice bool
	LoginAt   time.Time
	// RenamedAt is when the player has changed the user name last during the session; zero: never.
	RenamedAt time.Time
	IssuedAt  time.Time // of this token; the idle window starts here
	ExpiresAt time.Time // the absolute end
	// BodyTransport reports that the session came in the user object of a client without cookies.
	// Such a client cannot receive a new token: its session is renewed and completed in place.
	BodyTransport bool
	// Rotated reports that a successor has replaced the session, as read when it was opened: it is
	// valid for the grace period only.
	Rotated bool
	// Ticket reports that its token refers to the server's store.
	Ticket bool
	// Kid identifies the key that sealed the token that the session was opened from; empty for a
	// session that has no token yet.
	Kid string
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

// ActiveSession is a session as staff see it (calls.md §8). Its Identity names the player and
// holds nothing that opens the session at the platform.
type ActiveSession struct {
	Session          // ID is shared by all tokens of one login; IssuedAt is the last renewal
	Visitor   string // the address of the last renewal
	UserAgent string // the User-Agent of the last renewal, truncated
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

// SealedUser is the form of an identity that a browser may hold: sealed to the BFF's public key,
// different at every login.
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
