package session

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"time"

	"croupier/bff"
)

// newID returns a session id, "login.member". Each rotation changes the member part. A revocation
// of the login ends all its tokens.
func newID() string { return rand.Text() + "." + rand.Text() }

func loginID(id string) string {
	f, _, _ := strings.Cut(id, ".")
	return f
}

// successor returns the id that follows id. Concurrent refreshes on all instances get the same
// result.
func (m *Manager) successor(id string) string {
	mac := hmac.New(sha256.New, m.ring.Load().newest(m.Now()).rotate)
	mac.Write([]byte(id))
	return loginID(id) + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:18])
}

// Begin creates the session of a login. If a second factor is due, the session is pending until
// Complete.
func (m *Manager) Begin(ctx context.Context, brand *bff.Brand, in bff.NewSession) (*bff.Session, error) {
	now := m.Now().UTC()
	ended, err := m.lastEndAll(ctx, brand.ID, in.Identity)
	if err != nil {
		return nil, err
	}
	login := now.Truncate(time.Millisecond)
	if !login.After(ended) {
		// All sessions ended a moment ago, including the leeway of clocks. The new session must be
		// later.
		login = ended.UTC().Add(time.Millisecond)
	}
	s := &bff.Session{
		ID: newID(), Brand: brand.ID, Identity: in.Identity, Pending: in.Due != 0, TwoFactor: in.TwoFactor, Due: in.Due,
		NewDevice: in.NewDevice, LoginAt: login, IssuedAt: now.Truncate(time.Second),
		ExpiresAt: now.Add(absolute(brand)).Truncate(time.Second), Idle: brand.Sessions.Idle,
	}
	m.index(ctx, s)
	return s, nil
}

// Complete implements bff.Sessions. Clients with BodyTransport keep the user object of their login.
func (m *Manager) Complete(ctx context.Context, s *bff.Session) (*bff.Session, error) {
	if _, err := m.recheck(ctx, s); err != nil {
		return nil, err
	}
	key := sessionRevocationKey(s.ID)
	if s.BodyTransport {
		key = completionKey(s.ID)
	}
	if err := m.revoke(ctx, key, m.Now(), s.ExpiresAt); err != nil {
		return nil, err
	}
	next := *s
	if !s.BodyTransport {
		next = *m.succeed(ctx, s)
	}
	next.Pending, next.Due = false, 0
	m.index(ctx, &next)
	return &next, nil
}

// Refresh implements bff.Sessions. During the grace period, the old token returns the same
// successor. If the last renewal is less than minRefreshInterval ago, Refresh returns the session
// unchanged, because a client in a loop must not fill the store.
func (m *Manager) Refresh(ctx context.Context, s *bff.Session) (*bff.Session, error) {
	rotated, err := m.recheck(ctx, s)
	if err != nil {
		return nil, err
	}
	if !rotated && s.IssuedAt.After(s.LoginAt) && m.Now().Sub(s.IssuedAt) < minRefreshInterval {
		same := *s
		return &same, nil
	}
	if !rotated {
		if err := m.revoke(ctx, sessionRevocationKey(s.ID), m.Now().Add(grace), s.ExpiresAt); err != nil {
			return nil, err
		}
	}
	next := m.succeed(ctx, s)
	m.index(ctx, next)
	return next, nil
}

// recheck reads the revocations of s again, because the call to the platform may have taken long.
func (m *Manager) recheck(ctx context.Context, s *bff.Session) (rotated bool, err error) {
	state, err := m.revocationState(ctx, s, m.revocationKeys(s), false)
	if err != nil {
		return false, err
	}
	return state.rotated, state.err()
}

// Touch renews the idle window after a tenth of it has passed. A rotated session gets its successor
// at once, because a concurrent request may have put the old token back into the cookie.
func (m *Manager) Touch(ctx context.Context, s *bff.Session) (*bff.Session, error) {
	inPlace := s.BodyTransport || s.Ticket && !s.Rotated
	if (!s.Rotated || inPlace) && m.Now().Sub(s.IssuedAt) <= s.Idle/touchFraction {
		return nil, nil //nolint:nilnil // documented by bff.Sessions: nothing to send
	}
	if inPlace {
		// A ticket is also renewed in place, because a new one for each renewal would fill the
		// store.
		next := m.renewed(ctx, s)
		if err := m.revoke(ctx, renewalKey(s.ID), m.Now(), idleUntil(next)); err != nil {
			return nil, err
		}
		m.index(ctx, next)
		return nil, nil //nolint:nilnil // see above
	}
	next := m.succeed(ctx, s)
	if !s.Rotated {
		next.ID = s.ID
	}
	m.index(ctx, next)
	return next, nil
}

// Ended implements bff.Sessions.
func (m *Manager) Ended(ctx context.Context, s *bff.Session) (bool, error) {
	state, err := m.revocationState(ctx, s, m.revocationKeys(s), false)
	return state.ended, err
}

// End revokes every token of the login of s.
func (m *Manager) End(ctx context.Context, s *bff.Session) error {
	if err := m.end(ctx, loginRevocationKey(s), m.Now(), s.ExpiresAt); err != nil {
		return err
	}
	m.removeFromIndex(ctx, s)
	m.publishEnded(ctx, bff.SessionsEnded{Brand: s.Brand, Player: s.Identity.Player(), Session: s.ID})
	return nil
}

// EndAll implements bff.Sessions.
func (m *Manager) EndAll(ctx context.Context, brand, player string) error {
	return m.endPlayer(ctx, brand, player, m.end)
}

// EndAllDurably implements bff.Sessions.
func (m *Manager) EndAllDurably(ctx context.Context, brand, player string) error {
	return m.endPlayer(ctx, brand, player, m.revoke)
}

type revoking func(ctx context.Context, key string, at, until time.Time) error

func (m *Manager) endPlayer(ctx context.Context, brand, player string, revoke revoking) error {
	err := m.endBegun(ctx, m.playerRevocationKey(brand, player), revoke)
	if err == nil {
		m.publishEnded(ctx, bff.SessionsEnded{Brand: brand, Player: player})
	}
	return err
}

// endBegun revokes the sessions of a key that have begun until now, by the clock of any instance.
func (m *Manager) endBegun(ctx context.Context, key string, revoke revoking) error {
	now := m.Now()
	return revoke(ctx, key, now.Add(leeway), now.Add(MaxLife))
}

// end writes the revocation of an ended session. If the store fails, it queues the revocation.
func (m *Manager) end(ctx context.Context, key string, at, until time.Time) error {
	return unavailable("end session", m.revocations.RevokeOrQueue(ctx, key, at, until.Add(leeway)))
}

// revoke writes the revocation of a replaced session. It fails with ReasonUnavailable.
func (m *Manager) revoke(ctx context.Context, key string, at, until time.Time) error {
	// Clocks of instances may differ by the leeway, so a token may live that much longer elsewhere.
	return unavailable("revoke session", m.revocations.Revoke(ctx, key, at, until.Add(leeway)))
}

// renewed returns s with a new idle window and the current user name.
func (m *Manager) renewed(ctx context.Context, s *bff.Session) *bff.Session {
	next := *s
	next.Rotated = false
	m.applyRename(ctx, &next)
	next.IssuedAt = m.Now().UTC().Truncate(time.Second)
	return &next
}

// succeed returns the successor of s with a new id and idle window. The newest key will seal it.
func (m *Manager) succeed(ctx context.Context, s *bff.Session) *bff.Session {
	next := m.renewed(ctx, s)
	next.ID, next.Kid = m.successor(s.ID), ""
	return next
}
