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
)

// Defaults of calls.md §3, and bounds.
const (
	defaultIdle     = time.Hour
	defaultAbsolute = 24 * time.Hour
	defaultGrace    = time.Minute
	// settling is how long a renewed session is not rotated again.
	settling = 5 * time.Second
	// touchShare is the part of the idle limit after which a token is renewed.
	touchShare = 10
)

// MaxLife bounds every absolute limit: the mark that ends all sessions of a player is kept
// so long, and a key that no longer seals must be.
const MaxLife = 31 * 24 * time.Hour

// Settings are what a Manager works with.
type Settings struct {
	Ring        *KeyRing
	Revocations bff.Revocations
	// Tickets keep the sessions, so that a cookie is only a ticket to one; nil: the cookie
	// holds the session itself. Cookies of the other kind open all the same.
	Tickets bff.TicketStore
	// Register knows which sessions have begun, for staff; nil: nobody does.
	Register bff.SessionIndex
	Bus      bff.Bus          // hears of sessions that were ended; nil: nobody does
	Log      *slog.Logger     // default slog.Default()
	Now      func() time.Time // default time.Now
	// Grace is how long a rotated token stays usable, so that requests under way with it
	// are not logged out; default one minute.
	Grace time.Duration
	// Remember bounds the opened tokens that are remembered for seconds; default 20,000.
	Remember int
}

// Manager is the bff.Sessions whose sessions live in the players' cookies, or with
// Settings.Tickets in a store that the cookies are tickets to.
type Manager struct {
	ring        atomic.Pointer[KeyRing]
	file        atomic.Pointer[ringFile] // followed for new rings; nil until Follow
	revocations bff.Revocations
	tickets     bff.TicketStore
	register    bff.SessionIndex
	bus         bff.Bus
	log         *slog.Logger
	now         func() time.Time
	grace       time.Duration
	opened      *memo[string, bff.Session] // by token
	written     *memo[bff.Session, string] // tickets, by what they lead to
	idles       sync.Map                   // brand id to its idle limit, as Open last saw it
	deaf        func()                     // ends the subscription to the bus
}

var _ bff.Sessions = (*Manager)(nil)

// New makes a Manager. It fails without a ring or without revocations.
func New(s Settings) (*Manager, error) {
	if s.Ring == nil || s.Revocations == nil {
		return nil, errors.New("sessions need a key ring and revocations")
	}
	m := &Manager{
		revocations: s.Revocations, tickets: s.Tickets, register: s.Register, bus: s.Bus, log: s.Log, now: s.Now,
		grace: s.Grace, deaf: func() {},
	}
	if m.now == nil {
		m.now = time.Now
	}
	if m.log == nil {
		m.log = slog.Default()
	}
	if m.grace <= 0 {
		m.grace = defaultGrace
	}
	if s.Remember <= 0 {
		s.Remember = 20_000
	}
	m.opened = newMemo[string, bff.Session](s.Remember, m.now)
	m.written = newMemo[bff.Session, string](s.Remember, m.now)
	m.ring.Store(s.Ring)
	if m.bus != nil {
		m.deaf = m.bus.Subscribe(bff.TopicSessions, m.hear)
	}
	return m, nil
}

// Close ends what the Manager hears from other instances.
func (m *Manager) Close() { m.deaf() }

// SetKeyRing replaces the key ring, after a rotation. Tokens of keys that are gone open no
// more.
func (m *Manager) SetKeyRing(r *KeyRing) {
	m.ring.Store(r)
	m.opened.clear()
	m.written.clear()
}

// Open reads a token; see bff.Sessions. Where the revocations or the tickets cannot be
// asked it fails with ReasonUnavailable: nobody is let in unchecked, and nobody is logged
// out.
func (m *Manager) Open(ctx context.Context, brand *bff.Brand, token string) (*bff.Session, error) {
	s, ok := m.opened.get(token)
	if !ok || s.Brand != brand.ID {
		opened, err := m.read(ctx, token, brand.ID)
		if err != nil {
			return nil, err
		}
		s = *opened
		m.opened.put(token, s)
	}
	err := m.advance(ctx, brand, &s)
	if err == nil {
		err = m.timely(brand, &s)
	}
	if err == nil {
		_, err = m.standing(ctx, &s)
	}
	if err != nil {
		if errors.Is(err, bff.ReasonAnonymous) {
			m.tear(ctx, token)
		}
		return nil, err
	}
	return &s, nil
}

// read opens a token, or the one that a ticket leads to. Another instance may have rotated
// the key file already: before a token of an unknown key is refused, the file is looked at.
func (m *Manager) read(ctx context.Context, token, brand string) (*bff.Session, error) {
	for looked := false; ; looked = true {
		ring := m.ring.Load()
		inner, err := m.redeem(ctx, ring, token)
		if errors.Is(err, bff.ReasonUnavailable) {
			return nil, err
		}
		var s *bff.Session
		if err == nil {
			s, err = ring.read(inner, brand, m.now)
		}
		if err == nil {
			return s, nil
		}
		// Side by side one look finds the new ring, and the others find it found.
		if looked || !errors.Is(err, errUnknownKey) || !m.look() && m.ring.Load() == ring {
			return nil, bff.ReasonAnonymous.WithCause(err)
		}
	}
}

// Token writes s as a cookie value: the session itself, or a ticket to it.
func (m *Manager) Token(ctx context.Context, s *bff.Session) (string, error) {
	ring := m.ring.Load()
	if m.tickets == nil {
		return ring.write(s, m.now())
	}
	return m.issue(ctx, ring, s)
}

// Limits that a session has passed.
var (
	errExpired = errors.New("the session has reached its end")
	errIdle    = errors.New("the session was idle too long")
	errEnded   = errors.New("the session was ended")
)

// timely judges s by the limits that the brand has now, so that a limit made tighter
// holds for sessions that exist.
func (m *Manager) timely(brand *bff.Brand, s *bff.Session) error {
	now := m.now()
	if !now.Before(s.ExpiresAt) || now.Sub(s.LoginAt) >= absolute(brand) {
		return bff.ReasonAnonymous.WithCause(errExpired)
	}
	limit := idle(brand)
	if was, ok := m.idles.Load(brand.ID); !ok || was != limit {
		m.idles.Store(brand.ID, limit)
	}
	// Tokens tell time in whole seconds, so that idle time is counted in them.
	if now.Truncate(time.Second).Sub(s.IssuedAt) > limit {
		return bff.ReasonAnonymous.WithCause(errIdle)
	}
	return nil
}

// standing asks the revocations about s. It tells whether s has been rotated and only
// stands for the grace.
func (m *Manager) standing(ctx context.Context, s *bff.Session) (rotated bool, err error) {
	marks := [3]time.Time{}
	for i, key := range []string{familyKey(s), idKey(s.ID), playerKey(s.Brand, s.Identity.Player())} {
		if marks[i], err = m.marked(ctx, key); err != nil {
			return false, err
		}
	}
	family, id, player := marks[0], marks[1], marks[2]
	switch {
	case !family.IsZero(),
		!id.IsZero() && !m.now().Before(id),
		!player.IsZero() && !s.LoginAt.After(player):
		return false, bff.ReasonAnonymous.WithCause(errEnded)
	}
	return !id.IsZero(), nil
}

// marked asks the revocations about one key.
func (m *Manager) marked(ctx context.Context, key string) (time.Time, error) {
	at, err := m.revocations.Revoked(ctx, key)
	if err != nil {
		return at, bff.ReasonUnavailable.WithRetryAfter(time.Second).WithCause(fmt.Errorf("revocations: %w", err))
	}
	return at, nil
}

func idle(brand *bff.Brand) time.Duration {
	if brand.Sessions.Idle <= 0 {
		return defaultIdle
	}
	return brand.Sessions.Idle
}

func absolute(brand *bff.Brand) time.Duration {
	if brand.Sessions.Absolute <= 0 {
		return defaultAbsolute
	}
	return min(brand.Sessions.Absolute, MaxLife)
}
