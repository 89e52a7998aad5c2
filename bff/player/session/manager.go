// Package session creates, opens and ends player sessions. The player's cookie contains a signed
// JWT with the encrypted upstream identity, or a ticket that refers to such a token in a store.
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
	// grace is how long a rotated token remains valid for requests in flight.
	grace = time.Minute
	// maxRemembered is the maximum number of cached tokens.
	maxRemembered = 20_000
	// minRefreshInterval is the minimum time between two rotations of a session.
	minRefreshInterval = 5 * time.Second
	// touchFraction defines the renewal of tokens, after 1/touchFraction of the idle limit.
	touchFraction = 10
)

// MaxLife limits every absolute lifetime. Revocations and superseded keys are needed for this long.
const MaxLife = 31 * 24 * time.Hour

// Settings are the dependencies of a Manager. All are required.
type Settings struct {
	Ring        *KeyRing
	KeyFile     string // file of Ring, which may be replaced while the Manager runs
	Revocations bff.Revocations
	// Tickets stores sessions that are too large for a cookie. The cookie then contains only a
	// ticket.
	Tickets bff.TicketStore
	// AlwaysTickets stores every session. Cookies of the other kind remain valid.
	AlwaysTickets bool
	SessionIndex  bff.SessionIndex // lists the active sessions for staff
	Bus           bff.Bus          // announces ended sessions to every instance
	Log           *slog.Logger
	Now           func() time.Time
	// QueueFile stores revocations that a remote store did not accept, for the next start.
	QueueFile string
}

// Manager implements bff.Sessions.
type Manager struct {
	Settings
	ring        atomic.Pointer[KeyRing]           // Settings.Ring or its replacement
	revocations *revocationQueue                  // wraps Settings.Revocations
	opened      *bounded.Map[string, openedToken] // by token
	issued      *bounded.Map[bff.Session, string] // issued tickets, by session

	fileMu   sync.Mutex
	lastFile []byte // last content of KeyFile
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

// Close tries to write queued revocations a last time.
func (m *Manager) Close() { m.revocations.close() }

// QueuedRevocations returns the number of revocations that are not yet in the store.
func (m *Manager) QueuedRevocations() int { return m.revocations.size() }

// SetKeyRing replaces the key ring. Tokens of removed keys no longer open.
func (m *Manager) SetKeyRing(r *KeyRing) {
	m.ring.Store(r)
	m.opened.Clear()
	m.issued.Clear()
}

// openedToken is the session of a token with its revocationKeys.
type openedToken struct {
	session bff.Session
	keys    []string
}

// Open implements bff.Sessions. It fails with ReasonUnavailable if it cannot read a store.
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

// withRing calls fn with the key ring. If fn fails with an unknown key, it reloads the key file and
// calls fn again.
func (m *Manager) withRing(fn func(*KeyRing) error) error {
	ring := m.ring.Load()
	err := fn(ring)
	// One of several concurrent callers reloads the ring, and the others see the new one.
	if errors.Is(err, errUnknownKey) && (m.ReloadKeyRing() || m.ring.Load() != ring) {
		err = fn(m.ring.Load())
	}
	return err
}

// Token implements bff.Sessions. A session that is too large for a cookie gets a ticket.
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

// unavailable returns ReasonUnavailable for an error of a store, and nil for nil.
func unavailable(what string, err error) error {
	if err == nil {
		return nil
	}
	return bff.ReasonUnavailable.WithRetryAfter(time.Second).WithCause(fmt.Errorf("%s: %w", what, err))
}

// checkSession applies in-place changes to s that are newer than its token. It fails if s has
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

// checkExpired applies the brand's current limits to s, because they may be tighter than at the
// login.
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

// memoTTL is the lifetime of a cached result.
const memoTTL = 5 * time.Second

// newMemo returns a cache of expensive results. Revocations are still read on every request.
func newMemo[K comparable, V any](now func() time.Time) *bounded.Map[K, V] {
	return bounded.New(bounded.Options[K, V]{MaxEntries: maxRemembered, TTL: memoTTL, Now: now})
}

// publishEnded announces an ended session. The message may be lost, because every request reads
// revocations.
func (m *Manager) publishEnded(ctx context.Context, ended bff.SessionsEnded) {
	if err := bff.Publish(ctx, m.Bus, bff.TopicSessions, ended); err != nil {
		m.Log.WarnContext(ctx, "could not publish the end of a session, other instances notice it at its next request",
			"brand", ended.Brand, "cause", err.Error())
	}
}
