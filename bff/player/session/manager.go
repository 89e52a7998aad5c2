// Package session creates, opens and ends player sessions (calls.md §3). A session lives in the player's cookie: a
// signed JWT with the encrypted upstream identity inside, or a ticket to such a token in a store.
package session

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"croupier/bff"
	"croupier/bff/internal/bounded"
)

const (
	// grace is how long a rotated token stays usable for requests in flight.
	grace = time.Minute
	// maxRemembered bounds the memo of opened tokens.
	maxRemembered = 20_000
	// minRefreshInterval is the minimum time between two rotations of a session.
	minRefreshInterval = 5 * time.Second
	// touchFraction: a token is renewed after 1/touchFraction of the idle limit.
	touchFraction = 10
)

// MaxLife bounds every absolute limit, and how long revocations and keys that no longer seal are needed.
const MaxLife = 31 * 24 * time.Hour

// Settings are the dependencies of a Manager; all are required.
type Settings struct {
	Ring        *KeyRing
	KeyFile     string // the file of Ring: replacing it changes the ring of the running Manager
	Revocations bff.Revocations
	// Tickets stores sessions that do not fit a cookie, which then holds only a ticket.
	Tickets bff.TicketStore
	// AlwaysTickets stores every session. Cookies of the other kind still open.
	AlwaysTickets bool
	SessionIndex  bff.SessionIndex // lists the active sessions for staff
	Bus           bff.Bus          // announces ended sessions to every instance
	Log           *slog.Logger
	Now           func() time.Time
	// QueueFile keeps the revocations that a store elsewhere does not accept for the next start.
	QueueFile string
}

// Manager implements bff.Sessions.
type Manager struct {
	Settings
	ring        atomic.Pointer[KeyRing]           // Settings.Ring, or what has replaced it
	revocations *revocationQueue                  // in front of Settings.Revocations
	opened      *bounded.Map[string, openedToken] // by token
	issued      *bounded.Map[bff.Session, string] // issued tickets, by session

	fileMu   sync.Mutex
	lastFile []byte // KeyFile when it was read last
}

// New returns a Manager.
func New(s Settings) (*Manager, error) {
	m := &Manager{Settings: s, opened: newMemo[string, openedToken](s.Now), issued: newMemo[bff.Session, string](s.Now)}
	var err error
	if m.revocations, err = newRevocationQueue(s.Revocations, s.QueueFile, m.Now, m.Log); err != nil {
		return nil, err
	}
	m.ring.Store(s.Ring)
	return m, nil
}

// Close tries once more to write queued revocations.
func (m *Manager) Close() { m.revocations.close() }

// QueuedRevocations returns the number of revocations that are not in the store yet.
func (m *Manager) QueuedRevocations() int { return m.revocations.size() }

// SetKeyRing replaces the key ring. Tokens of keys that it lacks no longer open.
func (m *Manager) SetKeyRing(r *KeyRing) {
	m.ring.Store(r)
	m.opened.Clear()
	m.issued.Clear()
}

// openedToken is the session of a token, with its revocationKeys.
type openedToken struct {
	session bff.Session
	keys    []string
}

// Open implements bff.Sessions. It fails with ReasonUnavailable where a store cannot be read.
func (m *Manager) Open(ctx context.Context, brand *bff.Brand, token string) (*bff.Session, error) {
	opened, ok := m.opened.Get(token)
	if !ok || opened.session.Brand != brand.ID {
		s, err := m.read(ctx, token, brand.ID)
		if err != nil {
			return nil, err
		}
		opened = openedToken{*s, m.revocationKeys(s)}
		m.opened.Put(token, opened)
	}
	s := opened.session
	err := m.checkSession(ctx, brand, &s, opened.keys)
	if err != nil {
		if errors.Is(err, bff.ReasonAnonymous) {
			m.deleteTicket(ctx, token)
		}
		return nil, err
	}
	return &s, nil
}

// read opens a token, directly or through its ticket.
func (m *Manager) read(ctx context.Context, token, brand string) (s *bff.Session, err error) {
	err = m.withRing(func(ring *KeyRing) error {
		inner, err := m.redeem(ctx, ring, token)
		if err != nil {
			return err
		}
		if s, err = ring.read(inner, brand, m.Now); err == nil {
			s.Ticket = inner != token
		}
		return err
	})
	if err != nil && !errors.Is(err, bff.ReasonUnavailable) {
		err = bff.ReasonAnonymous.WithCause(err)
	}
	return s, err
}

// withRing calls fn with the key ring, and again if fn fails for a key that only the key file has.
func (m *Manager) withRing(fn func(*KeyRing) error) error {
	ring := m.ring.Load()
	err := fn(ring)
	// Of concurrent callers one reloads the ring, and the others see the new one.
	if errors.Is(err, errUnknownKey) && (m.ReloadKeyRing() || m.ring.Load() != ring) {
		err = fn(m.ring.Load())
	}
	return err
}

// Token implements bff.Sessions. A session that does not fit a cookie gets a ticket.
func (m *Manager) Token(ctx context.Context, s *bff.Session) (string, error) {
	ring := m.ring.Load()
	if !m.AlwaysTickets && !s.Ticket {
		token, err := ring.write(s, m.Now())
		if err != nil || len(token) <= maxToken {
			return token, err
		}
	}
	return m.issue(ctx, ring, s)
}

// Causes of ReasonAnonymous.
var (
	errExpired = errors.New("session expired")
	errIdle    = errors.New("session idle too long")
	errEnded   = errors.New("session revoked")
)

// unavailable returns ReasonUnavailable for an error of a store; nil for nil.
func unavailable(what string, err error) error {
	if err == nil {
		return nil
	}
	return bff.ReasonUnavailable.WithRetryAfter(time.Second).WithCause(fmt.Errorf("%s: %w", what, err))
}

// checkSession applies to s the changes made in place since its token was written, and returns an error if it has
// expired or was revoked. keys are its revocationKeys.
func (m *Manager) checkSession(ctx context.Context, brand *bff.Brand, s *bff.Session, keys []string) error {
	state, err := m.revocationState(ctx, s, keys, m.Now().Sub(s.IssuedAt) > brand.Sessions.Idle/touchFraction)
	if err != nil {
		return err
	}
	if state.completed {
		s.Pending, s.Due = false, 0
	}
	if state.renewedAt.After(s.IssuedAt) {
		s.IssuedAt = state.renewedAt.UTC().Truncate(time.Second)
	}
	s.Rotated = state.rotated
	if err := m.checkExpired(brand, s); err != nil {
		return err
	}
	return state.err()
}

// checkExpired applies the brand's current limits to s, also those that were tightened since.
func (m *Manager) checkExpired(brand *bff.Brand, s *bff.Session) error {
	now := m.Now()
	if !now.Before(s.ExpiresAt) || now.Sub(s.LoginAt) >= absolute(brand) {
		return bff.ReasonAnonymous.WithCause(errExpired)
	}
	// Tokens have a resolution of seconds, so idle time is measured in seconds.
	if s.Idle = brand.Sessions.Idle; now.Truncate(time.Second).Sub(s.IssuedAt) > s.Idle {
		return bff.ReasonAnonymous.WithCause(errIdle)
	}
	return nil
}

func absolute(brand *bff.Brand) time.Duration { return min(brand.Sessions.Absolute, MaxLife) }

// memoTTL is the lifetime of a memoized result.
const memoTTL = 5 * time.Second

// newMemo returns a map of what is expensive to compute. Revocations are read on every request.
func newMemo[K comparable, V any](now func() time.Time) *bounded.Map[K, V] {
	return bounded.New(bounded.Options[K, V]{MaxEntries: maxRemembered, TTL: memoTTL, Now: now})
}

// publishEnded announces an ended session as well as the bus can: revocations are read on every request.
func (m *Manager) publishEnded(ctx context.Context, ended bff.SessionsEnded) {
	if err := bff.Publish(ctx, m.Bus, bff.TopicSessions, ended); err != nil {
		m.Log.WarnContext(ctx, "publish ended session: failed", "brand", ended.Brand, "cause", err.Error())
	}
}
