package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"croupier/bff"
)

// Active returns the valid sessions of the brand's players whose name folds to username,
// newest first. It fails with ReasonUnavailable where the store cannot be read.
func (m *Manager) Active(ctx context.Context, brand *bff.Brand, username string) ([]bff.ActiveSession, error) {
	if m.SessionIndex == nil {
		return nil, nil
	}
	sealed, err := m.SessionIndex.List(ctx, m.usernameKey(brand.ID, username))
	if err != nil {
		return nil, bff.ReasonUnavailable.WithRetryAfter(time.Second).WithCause(fmt.Errorf("list session index: %w", err))
	}
	var out []bff.ActiveSession
	for id, raw := range sealed {
		b, err := m.openEntry(id, raw)
		if err != nil {
			continue // sealed with a removed key, with which no token opens either
		}
		if err = m.checkExpired(brand, &b.Session); err == nil {
			_, err = m.recheck(ctx, &b.Session)
		}
		switch {
		case errors.Is(err, bff.ReasonAnonymous):
			m.removeFromIndex(ctx, &b.Session)
		case err != nil:
			return nil, err
		default:
			out = append(out, *b)
		}
	}
	slices.SortFunc(out, func(a, b bff.ActiveSession) int {
		return cmp.Or(b.LoginAt.Compare(a.LoginAt), strings.Compare(a.ID, b.ID))
	})
	return out, nil
}

// Find returns the session with an id, taken from Active or from a token; nil where the index
// has none that is not revoked. It fails like Active.
func (m *Manager) Find(ctx context.Context, id string) (*bff.ActiveSession, error) {
	if m.SessionIndex == nil {
		return nil, nil //nolint:nilnil // documented above
	}
	id = loginID(id)
	raw, err := m.SessionIndex.Get(ctx, id)
	if err != nil {
		return nil, bff.ReasonUnavailable.WithRetryAfter(time.Second).WithCause(fmt.Errorf("list session index: %w", err))
	}
	if raw == nil {
		return nil, nil //nolint:nilnil // documented above
	}
	b, err := m.openEntry(id, raw)
	if err != nil {
		return nil, nil //nolint:nilnil,nilerr // documented above
	}
	switch _, err := m.recheck(ctx, &b.Session); {
	case errors.Is(err, bff.ReasonAnonymous):
		return nil, nil //nolint:nilnil // documented above
	case err != nil:
		return nil, err
	}
	return b, nil
}

// The session index finds sessions by user name. A player who changes it has sessions whose tokens
// still have the old one: the index holds the new name for them until they are renewed.

// Siblings implements bff.Sessions.
func (m *Manager) Siblings(ctx context.Context, brand *bff.Brand, s *bff.Session) ([]bff.ActiveSession, error) {
	named := *s
	m.applyRename(ctx, &named)
	all, err := m.Active(ctx, brand, named.Identity.Username)
	return slices.DeleteFunc(all, func(b bff.ActiveSession) bool {
		// The index knows names in one spelling, which several players may share.
		return b.Identity.Player() != s.Identity.Player()
	}), err
}

// Rename implements bff.Sessions. It moves the index entries of the player. Failures are only
// logged, as in index.
func (m *Manager) Rename(ctx context.Context, brand *bff.Brand, s *bff.Session, username string) *bff.Session {
	siblings, err := m.Siblings(ctx, brand, s)
	if err != nil {
		m.Log.WarnContext(ctx, "rename sessions: failed; those of other devices keep the old name", "brand", s.Brand, "cause", err.Error())
	}
	now := m.Now().UTC().Truncate(time.Millisecond)
	next := *s
	next.Identity.Username, next.RenamedAt = username, now
	m.removeFromIndex(ctx, s)
	m.index(ctx, &next)
	for _, b := range siblings {
		if loginID(b.ID) == loginID(s.ID) {
			continue
		}
		m.removeFromIndex(ctx, &b.Session)
		b.Identity.Username, b.RenamedAt = username, now
		m.put(ctx, &b)
	}
	return &next
}

// applyRename gives s the name of its index entry where that is newer.
func (m *Manager) applyRename(ctx context.Context, s *bff.Session) {
	if m.SessionIndex == nil {
		return
	}
	id := loginID(s.ID)
	raw, err := m.SessionIndex.Get(ctx, id)
	if err != nil {
		m.Log.WarnContext(ctx, "read name from session index: failed", "brand", s.Brand, "cause", err.Error())
	}
	if raw == nil {
		return
	}
	if b, err := m.openEntry(id, raw); err == nil && b.RenamedAt.After(s.RenamedAt) {
		s.Identity.Username, s.RenamedAt = b.Identity.Username, b.RenamedAt
	}
}

// retireMargin covers the clocks of instances and the time that they take to load a new key file.
const retireMargin = time.Minute

var errNoIndex = errors.New("no session index")

// Keys returns the keys of the ring, newest first, with the number of sessions that each seals
// according to the session index. RetireAfter is when the last session sealed with a superseded key
// has reached the longest absolute limit of the brands, also one that the index has lost; it is zero
// for the active key and for keys that do not seal yet. Keys fails with ReasonUnavailable where the
// store cannot be read.
func (m *Manager) Keys(ctx context.Context, brands []*bff.Brand) ([]bff.SealingKey, error) {
	if m.SessionIndex == nil {
		return nil, bff.ReasonUnavailable.WithCause(errNoIndex)
	}
	var longest time.Duration
	for _, b := range brands {
		longest = max(longest, absolute(b))
	}
	keys := m.ring.Load().Keys(m.Now())
	out, kids := make([]bff.SealingKey, len(keys)), make([]string, len(keys))
	superseded := false
	for i, k := range keys {
		kids[i] = k.Kid
		out[i] = bff.SealingKey{Kid: k.Kid, Created: k.Created, Active: k.Active}
		if superseded {
			out[i].RetireAfter = keys[i-1].Created.Add(longest + retireMargin)
		}
		superseded = superseded || k.Active
	}
	counts, err := m.SessionIndex.Count(ctx, kids)
	if err != nil {
		return nil, bff.ReasonUnavailable.WithRetryAfter(time.Second).WithCause(fmt.Errorf("count session index: %w", err))
	}
	for i, n := range counts {
		out[i].Sessions = n
	}
	return out, nil
}

// sealingKey returns the key of the token of s: the one that sealed it, or the newest where it will be
// sealed next.
func (m *Manager) sealingKey(s *bff.Session) *key {
	ring := m.ring.Load()
	if k := ring.byKid[s.Kid]; k != nil {
		return k
	}
	return ring.newest(m.Now())
}

// idleUntil returns when s ends unless it is renewed.
func (m *Manager) idleUntil(s *bff.Session) time.Time {
	// Idle time is measured in whole seconds, see checkExpired.
	if end := s.IssuedAt.Add(m.lastIdle(s.Brand) + time.Second); end.Before(s.ExpiresAt) {
		return end
	}
	return s.ExpiresAt
}
