package session

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"time"

	"croupier/bff"
)

// A session's id is "family.member". The family is drawn at login and stays through every
// rotation, so that ending it ends each token that ever came of that login; the member
// changes with each rotation.

func newID() string { return rand.Text() + "." + rand.Text() }

func family(id string) string {
	f, _, _ := strings.Cut(id, ".")
	return f
}

// successor gives the id that follows id. It is the same whoever works it out, here or on
// another instance: refreshes side by side all end in one session.
func (m *Manager) successor(id string) string {
	mac := hmac.New(sha256.New, m.ring.Load().newest(m.now()).rotate)
	mac.Write([]byte(id))
	return family(id) + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:18])
}

// Keys of marks. A player's is hashed: the store need not know who plays.
func familyKey(s *bff.Session) string { return "login/" + family(s.ID) }
func idKey(id string) string          { return "session/" + id }
func seenKey(id string) string        { return "seen/" + id }  // when it was last renewed in place
func wholeKey(id string) string       { return "whole/" + id } // when it was completed in place
func playerKey(brand, player string) string {
	sum := sha256.Sum256(append(boundTo(brand, ""), "/"+player...))
	return "player/" + hex.EncodeToString(sum[:16])
}

// Begin makes the session of a login. Where the player has an authenticator it is pending
// until Complete.
func (m *Manager) Begin(ctx context.Context, brand *bff.Brand, id bff.Identity, twoFactor bool) (*bff.Session, error) {
	now := m.now().UTC()
	ended, err := m.marked(ctx, playerKey(brand.ID, id.Player()))
	if err != nil {
		return nil, err
	}
	login := now.Truncate(time.Millisecond)
	if !login.After(ended) {
		// Every session was ended in this very millisecond; this one comes after.
		login = ended.UTC().Add(time.Millisecond)
	}
	s := &bff.Session{
		ID: newID(), Brand: brand.ID, Identity: id, Pending: twoFactor, TwoFactor: twoFactor,
		LoginAt: login, IssuedAt: now.Truncate(time.Second), ExpiresAt: now.Add(absolute(brand)).Truncate(time.Second),
	}
	m.enter(ctx, s)
	return s, nil
}

// Complete gives the full session that follows the pending s, and ends s at once. One
// InBody becomes whole itself: its client goes on with the user object of its login.
func (m *Manager) Complete(ctx context.Context, s *bff.Session) (*bff.Session, error) {
	if _, err := m.standing(ctx, s); err != nil {
		return nil, err
	}
	if s.BodyTransport {
		next := *s
		next.Pending = false
		if err := m.mark(ctx, wholeKey(s.ID), m.now(), s.ExpiresAt); err != nil {
			return nil, err
		}
		m.enter(ctx, &next)
		return &next, nil
	}
	if err := m.mark(ctx, idKey(s.ID), m.now(), s.ExpiresAt); err != nil {
		return nil, err
	}
	next := m.renewed(s)
	next.ID, next.Pending = m.successor(s.ID), false
	m.enter(ctx, next)
	return next, nil
}

// Refresh rotates s. The old token stays usable for the grace, and within it gives the
// same new session again. A session renewed seconds ago stays as it is: a client
// that refreshes in a loop must not fill the store with marks.
func (m *Manager) Refresh(ctx context.Context, s *bff.Session) (*bff.Session, error) {
	rotated, err := m.standing(ctx, s)
	if err != nil {
		return nil, err
	}
	if !rotated && s.IssuedAt.After(s.LoginAt) && m.now().Sub(s.IssuedAt) < settling {
		same := *s
		return &same, nil
	}
	if !rotated {
		if err := m.mark(ctx, idKey(s.ID), m.now().Add(m.grace), s.ExpiresAt); err != nil {
			return nil, err
		}
	}
	next := m.renewed(s)
	next.ID = m.successor(s.ID)
	m.enter(ctx, next)
	return next, nil
}

// Touch renews the idle window once a tenth of it has passed. A session that has been
// rotated gives its successor, due or not: a request that overtook the rotation may have
// put the old one back into the cookie, to die there with its grace.
func (m *Manager) Touch(ctx context.Context, s *bff.Session) (*bff.Session, error) {
	rotated, err := m.standing(ctx, s)
	if err != nil {
		return nil, err
	}
	limit := defaultIdle
	if known, ok := m.idles.Load(s.Brand); ok {
		limit = known.(time.Duration) //nolint:forcetypeassert // nothing else is stored
	}
	inPlace := s.BodyTransport || m.tickets != nil && !rotated
	if (!rotated || inPlace) && m.now().Sub(s.IssuedAt) <= limit/touchShare {
		return nil, nil //nolint:nilnil // promised by bff.Sessions: nothing to be sent
	}
	next := m.renewed(s)
	if inPlace {
		// A ticket, too, stays what it is: a new one for each renewal would fill the store.
		// The mark says nothing once the session has been idle too long.
		until := m.now().Add(limit)
		if until.After(s.ExpiresAt) {
			until = s.ExpiresAt
		}
		if err := m.mark(ctx, seenKey(s.ID), m.now(), until); err != nil {
			return nil, err
		}
		m.enter(ctx, next)
		return nil, nil //nolint:nilnil // as above
	}
	if rotated {
		next.ID = m.successor(s.ID)
	}
	m.enter(ctx, next)
	return next, nil
}

// advance brings s to what has been done to it in place since its token was written.
func (m *Manager) advance(ctx context.Context, brand *bff.Brand, s *bff.Session) error {
	if s.Pending {
		whole, err := m.marked(ctx, wholeKey(s.ID))
		if err != nil {
			return err
		}
		s.Pending = whole.IsZero()
	}
	if m.now().Sub(s.IssuedAt) <= idle(brand)/touchShare {
		return nil // too young to have been renewed
	}
	seen, err := m.marked(ctx, seenKey(s.ID))
	if err == nil && seen.After(s.IssuedAt) {
		s.IssuedAt = seen.UTC().Truncate(time.Second)
	}
	return err
}

// End makes every token that came of the login of s useless.
func (m *Manager) End(ctx context.Context, s *bff.Session) error {
	if err := m.mark(ctx, familyKey(s), m.now(), s.ExpiresAt); err != nil {
		return err
	}
	m.strike(ctx, s)
	m.tell(ctx, bff.SessionsEnded{Brand: s.Brand, Player: s.Identity.Player(), Session: s.ID})
	return nil
}

// EndAll makes every session useless that the brand's player began until now.
func (m *Manager) EndAll(ctx context.Context, brand, player string) error {
	now := m.now()
	if err := m.mark(ctx, playerKey(brand, player), now, now.Add(MaxLife)); err != nil {
		return err
	}
	m.tell(ctx, bff.SessionsEnded{Brand: brand, Player: player})
	return nil
}

// mark records an end. One that cannot be recorded is told as ReasonUnavailable: nobody
// may believe to be logged out who is not.
func (m *Manager) mark(ctx context.Context, key string, at, until time.Time) error {
	// Clocks of instances differ by the leeway; so long may a token live on elsewhere.
	if err := m.revocations.Revoke(ctx, key, at, until.Add(leeway)); err != nil {
		return bff.ReasonUnavailable.WithRetryAfter(time.Second).WithCause(err)
	}
	return nil
}

// renewed is s with a new idle window.
func (m *Manager) renewed(s *bff.Session) *bff.Session {
	next := *s
	next.IssuedAt = m.now().UTC().Truncate(time.Second)
	return &next
}
