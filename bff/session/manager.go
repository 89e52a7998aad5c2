package session

import (
	"context"
	"errors"
	"fmt"
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
	// maxLife bounds every absolute limit: the mark that ends all sessions of a player is
	// kept so long.
	maxLife = 31 * 24 * time.Hour
	// settling is how long a renewed session is not rotated again.
	settling = 5 * time.Second
	// touchShare is the part of the idle limit after which a token is renewed.
	touchShare = 10
)

// Settings are what a Manager works with.
type Settings struct {
	Ring        *Ring
	Revocations bff.Revocations
	Now         func() time.Time // default time.Now
	// Grace is how long a rotated token stays usable, so that requests under way with it
	// are not logged out; default one minute.
	Grace time.Duration
	// Remember bounds the opened tokens that are remembered for seconds; default 20,000.
	Remember int
}

// Manager is the bff.Sessions whose sessions live in the players' cookies.
type Manager struct {
	ring        atomic.Pointer[Ring]
	revocations bff.Revocations
	now         func() time.Time
	grace       time.Duration
	memo        *memo
	idles       sync.Map // brand id to its idle limit, as Open last saw it
}

var _ bff.Sessions = (*Manager)(nil)

// New makes a Manager. It fails without a ring or without revocations.
func New(s Settings) (*Manager, error) {
	if s.Ring == nil || s.Revocations == nil {
		return nil, errors.New("sessions need a key ring and revocations")
	}
	m := &Manager{revocations: s.Revocations, now: s.Now, grace: s.Grace}
	if m.now == nil {
		m.now = time.Now
	}
	if m.grace <= 0 {
		m.grace = defaultGrace
	}
	if s.Remember <= 0 {
		s.Remember = 20_000
	}
	m.memo = newMemo(s.Remember, m.now)
	m.ring.Store(s.Ring)
	return m, nil
}

// UseRing replaces the key ring, after a rotation. Tokens of keys that are gone open no
// more.
func (m *Manager) UseRing(r *Ring) {
	m.ring.Store(r)
	m.memo.clear()
}

// Open reads a token; see bff.Sessions. Where the revocations cannot be asked it fails
// with ReasonUnavailable: nobody is let in unchecked, and nobody is logged out.
func (m *Manager) Open(ctx context.Context, brand *bff.Brand, token string) (*bff.Session, error) {
	s, ok := m.memo.get(token)
	if !ok || s.Brand != brand.ID {
		opened, err := m.ring.Load().read(token, brand.ID, m.now)
		if err != nil {
			return nil, bff.ReasonAnonymous.Because(err)
		}
		s = *opened
		m.memo.put(token, s)
	}
	if err := m.timely(brand, &s); err != nil {
		return nil, bff.ReasonAnonymous.Because(err)
	}
	if _, err := m.standing(ctx, &s); err != nil {
		return nil, err
	}
	return &s, nil
}

// Token writes s as a cookie value.
func (m *Manager) Token(s *bff.Session) (string, error) { return m.ring.Load().write(s) }

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
		return errExpired
	}
	limit := idle(brand)
	if was, ok := m.idles.Load(brand.ID); !ok || was != limit {
		m.idles.Store(brand.ID, limit)
	}
	// Tokens tell time in whole seconds, so that idle time is counted in them.
	if now.Truncate(time.Second).Sub(s.IssuedAt) > limit {
		return errIdle
	}
	return nil
}

// standing asks the revocations about s. It tells whether s has been rotated and only
// stands for the grace.
func (m *Manager) standing(ctx context.Context, s *bff.Session) (rotated bool, err error) {
	marks := [3]time.Time{}
	for i, key := range []string{familyKey(s), idKey(s.ID), playerKey(s.Brand, s.Identity.Player())} {
		if marks[i], err = m.revocations.Revoked(ctx, key); err != nil {
			return false, bff.ReasonUnavailable.After(time.Second).Because(fmt.Errorf("revocations: %w", err))
		}
	}
	family, id, player := marks[0], marks[1], marks[2]
	switch {
	case !family.IsZero(),
		!id.IsZero() && !m.now().Before(id),
		!player.IsZero() && !s.LoginAt.After(player):
		return false, bff.ReasonAnonymous.Because(errEnded)
	}
	return !id.IsZero(), nil
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
	return min(brand.Sessions.Absolute, maxLife)
}
