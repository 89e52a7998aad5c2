package session

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/internal/device"
	"croupier/bff/internal/indexkey"
	"croupier/bff/internal/names"
)

// The session index has one entry per login. The login part of the session id is its id. The
// session's key seals it.

// maxAgentLength is the maximum number of stored characters of a User-Agent.
const maxAgentLength = 160

// index adds s and the visitor of the call to the session index, or updates the entry.
func (m *Manager) index(ctx context.Context, s *bff.Session) {
	b := bff.ActiveSession{Session: *s}
	if scope := bff.ScopeOf(ctx); scope != nil {
		shown, isCut := device.Truncate(scope.UserAgent, maxAgentLength)
		if b.UserAgent = shown; isCut {
			b.UserAgent += "…"
		}
		if scope.Visitor.IsValid() {
			b.Visitor = scope.Visitor.String()
		}
	}
	m.put(ctx, b)
}

// put writes the index entry of a session: "kid." followed by the data that this key has sealed. It
// only logs failures.
func (m *Manager) put(ctx context.Context, s bff.ActiveSession) {
	id, k := loginID(s.ID), m.sealingKey(&s.Session)
	// The entry never contains the SID.
	s.Identity = bff.Identity{UID: s.Identity.UID, Username: s.Identity.Username, Partition: s.Identity.Partition}
	err := m.SessionIndex.Put(ctx, m.usernameKey(s.Brand, s.Identity.Username), id, bff.IndexedSession{
		Sealed:    append([]byte(k.Kid+"."), k.index.SealJSON(s, id)...),
		ExpiresAt: s.ExpiresAt, Kid: k.Kid, IdleUntil: idleUntil(&s.Session),
	})
	if err != nil {
		m.Log.WarnContext(ctx, "could not add a session to the index, its next renewal retries",
			"brand", s.Brand, "cause", err.Error())
	}
}

// removeFromIndex removes s from the session index. Readers filter out entries that remain.
func (m *Manager) removeFromIndex(ctx context.Context, s *bff.Session) {
	if err := m.SessionIndex.Delete(ctx, m.usernameKey(s.Brand, s.Identity.Username), loginID(s.ID)); err != nil {
		m.Log.WarnContext(ctx, "could not remove a session from the index, readers skip it",
			"brand", s.Brand, "cause", err.Error())
	}
}

// indexed returns the session of the index entry with id, or nil.
func (m *Manager) indexed(ctx context.Context, id string) (*bff.ActiveSession, error) {
	raw, err := m.SessionIndex.Get(ctx, id)
	if err != nil || raw == nil {
		return nil, unavailable("read session index", err)
	}
	b, _ := m.openEntry(id, raw)
	return b, nil
}

// openEntry opens an entry. It fails if the key was removed from the ring. Tokens of that key do
// not open either.
func (m *Manager) openEntry(id string, raw []byte) (b *bff.ActiveSession, err error) {
	kid, in, _ := bytes.Cut(raw, []byte("."))
	err = m.withRing(func(ring *KeyRing) error {
		k := ring.byKid[string(kid)]
		if k == nil {
			return errUnknownKey
		}
		b = &bff.ActiveSession{}
		return k.index.OpenJSON(in, id, b)
	})
	if err != nil {
		return nil, err
	}
	b.ID, b.Brand, b.Kid = id, b.Identity.Partition.Brand(), string(kid)
	return b, nil
}

// usernameKey returns a hash, because the store must not contain user names.
func (m *Manager) usernameKey(brand, username string) string {
	return m.ring.Load().index.Hash(indexkey.Username, brand, names.FoldIdentity(username))
}

// Active returns the valid sessions of a brand's players with a user name in any spelling, newest
// first.
func (m *Manager) Active(ctx context.Context, brand *bff.Brand, username string) ([]bff.ActiveSession, error) {
	entries, err := m.SessionIndex.List(ctx, m.usernameKey(brand.ID, username))
	if err != nil {
		return nil, unavailable("list session index", err)
	}
	var out []bff.ActiveSession
	for id, raw := range entries {
		b, err := m.openEntry(id, raw)
		if err != nil {
			continue
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

// Find returns the session with an id from Active or from a token. It returns nil if there is none
// or it is revoked.
func (m *Manager) Find(ctx context.Context, id string) (*bff.ActiveSession, error) {
	b, err := m.indexed(ctx, loginID(id))
	if b == nil {
		return nil, err
	}
	if _, err = m.recheck(ctx, &b.Session); errors.Is(err, bff.ReasonAnonymous) {
		return nil, nil //nolint:nilnil // documented above
	}
	return b, err
}

// After a change of the user name, tokens contain the old name until their renewal. The index
// contains the new name.

// Siblings implements bff.Sessions.
func (m *Manager) Siblings(ctx context.Context, brand *bff.Brand, s *bff.Session) ([]bff.ActiveSession, error) {
	named := *s
	m.applyRename(ctx, &named)
	all, err := m.Active(ctx, brand, named.Identity.Username)
	return slices.DeleteFunc(all, func(b bff.ActiveSession) bool {
		// Several players may share an entry, because the index folds names.
		return b.Identity.Player() != s.Identity.Player()
	}), err
}

// Rename implements bff.Sessions. It only logs failures.
func (m *Manager) Rename(ctx context.Context, brand *bff.Brand, s *bff.Session, username string) *bff.Session {
	siblings, err := m.Siblings(ctx, brand, s)
	if err != nil {
		m.Log.WarnContext(ctx, "could not rename the player's other sessions, they keep the old name", "brand", s.Brand,
			"cause", err.Error())
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
		m.put(ctx, b)
	}
	return &next
}

// applyRename sets the name of s to the name in its index entry if that is newer.
func (m *Manager) applyRename(ctx context.Context, s *bff.Session) {
	b, err := m.indexed(ctx, loginID(s.ID))
	if err != nil {
		m.Log.WarnContext(ctx, "could not read a user name from the session index, the session keeps its name", "brand",
			s.Brand, "cause", err.Error())
	}
	if b != nil && b.RenamedAt.After(s.RenamedAt) {
		s.Identity.Username, s.RenamedAt = b.Identity.Username, b.RenamedAt
	}
}

// retireMargin covers clock differences and the time until instances load a new key file.
const retireMargin = time.Minute

// Keys returns the keys of the ring, newest first, with the number of sessions per key. RetireAfter
// is the time at which the last session of a superseded key has ended, even if the index has lost
// it.
func (m *Manager) Keys(ctx context.Context, brands []*bff.Brand) ([]bff.SealingKey, error) {
	var longest time.Duration
	for _, b := range brands {
		longest = max(longest, absolute(b))
	}
	keys := m.ring.Load().Keys(m.Now())
	kids, superseded := make([]string, len(keys)), false
	for i, k := range keys {
		kids[i] = k.Kid
		if superseded {
			keys[i].RetireAfter = keys[i-1].Created.Add(longest + retireMargin)
		}
		superseded = superseded || k.Active
	}
	counts, err := m.SessionIndex.Count(ctx, kids)
	if err != nil {
		return nil, unavailable("count session index", err)
	}
	for i, n := range counts {
		keys[i].Sessions = n
	}
	return keys, nil
}

// sealingKey returns the key that sealed the token of s, or the key that will seal it.
func (m *Manager) sealingKey(s *bff.Session) *key {
	ring := m.ring.Load()
	if k := ring.byKid[s.Kid]; k != nil {
		return k
	}
	return ring.newest(m.Now())
}

// idleUntil returns the end of s unless it is renewed.
func idleUntil(s *bff.Session) time.Time {
	// Idle time is measured in whole seconds, see checkExpired.
	if end := s.IssuedAt.Add(s.Idle + time.Second); end.Before(s.ExpiresAt) {
		return end
	}
	return s.ExpiresAt
}
