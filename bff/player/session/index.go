package session

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"unicode"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/internal/names"
)

// The session index has one entry per login, under the login part of the session id;
// rotations update it. Each entry is sealed with the key of its session, so that a copy of the
// store reveals nothing.

// maxAgentLength is the maximum number of characters stored of a User-Agent.
const maxAgentLength = 160

// index adds s, with the visitor of the call, to the session index, or updates its entry.
func (m *Manager) index(ctx context.Context, s *bff.Session) {
	b := bff.ActiveSession{Session: *s}
	if scope := bff.ScopeOf(ctx); scope != nil {
		if b.UserAgent = truncateAgent(scope.UserAgent); scope.Visitor.IsValid() {
			b.Visitor = scope.Visitor.String()
		}
	}
	m.put(ctx, b)
}

// put writes the index entry of a session: "kid.", and what that key has sealed. Failures are only logged, as the
// session works without the index.
func (m *Manager) put(ctx context.Context, s bff.ActiveSession) {
	id, k := loginID(s.ID), m.sealingKey(&s.Session)
	// It never holds the SID.
	s.Identity = bff.Identity{UID: s.Identity.UID, Username: s.Identity.Username, Partition: s.Identity.Partition}
	plain, _ := json.Marshal(s) // texts, numbers and times always encode
	err := m.SessionIndex.Put(ctx, m.usernameKey(s.Brand, s.Identity.Username), id, bff.IndexedSession{
		Sealed:    append([]byte(k.Kid+"."), k.index.Seal(plain, id)...),
		ExpiresAt: s.ExpiresAt, Kid: k.Kid, IdleUntil: idleUntil(&s.Session),
	})
	if err != nil {
		m.Log.WarnContext(ctx, "index session: failed", "brand", s.Brand, "cause", err.Error())
	}
}

// removeFromIndex removes s from the session index. Entries that remain after a failure are
// filtered when they are read.
func (m *Manager) removeFromIndex(ctx context.Context, s *bff.Session) {
	if err := m.SessionIndex.Delete(ctx, m.usernameKey(s.Brand, s.Identity.Username), loginID(s.ID)); err != nil {
		m.Log.WarnContext(ctx, "remove session from index: failed", "brand", s.Brand, "cause", err.Error())
	}
}

// indexed returns the session of the index entry with an id; nil without one.
func (m *Manager) indexed(ctx context.Context, id string) (*bff.ActiveSession, error) {
	raw, err := m.SessionIndex.Get(ctx, id)
	if err != nil || raw == nil {
		return nil, unavailable("read session index", err)
	}
	b, _ := m.openEntry(id, raw)
	return b, nil
}

// openEntry opens an entry, or fails if it was sealed with a removed key, with which no token opens either.
func (m *Manager) openEntry(id string, raw []byte) (b *bff.ActiveSession, err error) {
	kid, in, _ := bytes.Cut(raw, []byte("."))
	err = m.withRing(func(ring *KeyRing) error {
		k := ring.byKid[string(kid)]
		if k == nil {
			return errUnknownKey
		}
		b = &bff.ActiveSession{}
		return openJSON(k.index, in, id, b)
	})
	if err != nil {
		return nil, err
	}
	b.ID, b.Brand, b.Kid = id, b.Identity.Partition.Brand(), string(kid)
	return b, nil
}

// usernameKey is hashed, so that the store does not hold user names.
func (m *Manager) usernameKey(brand, username string) string {
	return m.ring.Load().index.Hash(indexkey.Username, brand, names.FoldIdentity(username))
}

// truncateAgent returns the first maxAgentLength graphic characters of a User-Agent.
func truncateAgent(agent string) string {
	shown := strings.Map(func(r rune) rune {
		if r == unicode.ReplacementChar || !unicode.IsGraphic(r) {
			return -1
		}
		return r
	}, agent)
	if runes := []rune(shown); len(runes) > maxAgentLength {
		return string(runes[:maxAgentLength]) + "…"
	}
	return shown
}
