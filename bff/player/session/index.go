package session

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"strings"
	"time"
	"unicode"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/internal/names"
)

// The session index has one entry per login, under the login part of the session id;
// rotations update it. Each entry is sealed with the key of its session, so that a copy of the
// store reveals nothing.

// entry is one session in the index. It never holds the SID.
type entry struct {
	Username  string        `json:"username"`
	UID       string        `json:"uid"`
	Partition bff.Partition `json:"partition"`
	Pending   bool          `json:"pending,omitempty"`
	TwoFactor bool          `json:"two_factor,omitempty"`
	NewDevice bool          `json:"new_device,omitempty"`
	LoginAt   int64         `json:"login_at"`             // Unix milliseconds
	RenamedAt int64         `json:"renamed_at,omitempty"` // Unix milliseconds
	IssuedAt  int64         `json:"issued_at"`            // Unix seconds
	ExpiresAt int64         `json:"expires_at"`           // Unix seconds
	Visitor   string        `json:"visitor,omitempty"`
	Agent     string        `json:"agent,omitempty"`
}

// maxAgentLength is the maximum number of characters stored of a User-Agent.
const maxAgentLength = 160

// index adds s, with the visitor of the call, to the session index, or updates its entry.
func (m *Manager) index(ctx context.Context, s *bff.Session) {
	b := &bff.ActiveSession{Session: *s}
	if scope := bff.ScopeOf(ctx); scope != nil {
		if b.UserAgent = truncateAgent(scope.UserAgent); scope.Visitor.IsValid() {
			b.Visitor = scope.Visitor.String()
		}
	}
	m.put(ctx, b)
}

// put writes the index entry of a session. Failures are only logged: the index is not needed for the
// session to work.
func (m *Manager) put(ctx context.Context, s *bff.ActiveSession) {
	if m.SessionIndex == nil {
		return
	}
	e := entry{
		Partition: s.Identity.Partition, Username: s.Identity.Username, UID: s.Identity.UID, Pending: s.Pending, TwoFactor: s.TwoFactor, NewDevice: s.NewDevice,
		LoginAt: s.LoginAt.UnixMilli(), RenamedAt: toMillis(s.RenamedAt), IssuedAt: s.IssuedAt.Unix(), ExpiresAt: s.ExpiresAt.Unix(),
		Visitor: s.Visitor, Agent: s.UserAgent,
	}
	id, k := loginID(s.ID), m.sealingKey(&s.Session)
	sealed, err := k.sealEntry(id, e)
	if err == nil {
		err = m.SessionIndex.Put(ctx, m.usernameKey(s.Brand, s.Identity.Username), id, bff.IndexedSession{
			Sealed: sealed, ExpiresAt: s.ExpiresAt, Kid: k.Kid, IdleUntil: m.idleUntil(&s.Session),
		})
	}
	if err != nil {
		m.Log.WarnContext(ctx, "index session: failed", "brand", s.Brand, "cause", err.Error())
	}
}

// removeFromIndex removes s from the session index. Entries that remain after a failure are
// filtered when they are read.
func (m *Manager) removeFromIndex(ctx context.Context, s *bff.Session) {
	if m.SessionIndex == nil {
		return
	}
	if err := m.SessionIndex.Delete(ctx, m.usernameKey(s.Brand, s.Identity.Username), loginID(s.ID)); err != nil {
		m.Log.WarnContext(ctx, "remove session from index: failed", "brand", s.Brand, "cause", err.Error())
	}
}

// sealEntry seals an entry for its id: "kid.", nonce, ciphertext.
func (k *key) sealEntry(id string, e entry) ([]byte, error) {
	plain, err := json.Marshal(e)
	if err != nil {
		return nil, err
	}
	head := len(k.Kid) + 1
	sealed := make([]byte, head+k.index.NonceSize(), head+k.index.NonceSize()+len(plain)+k.index.Overhead())
	copy(sealed, k.Kid+".")
	_, _ = rand.Read(sealed[head:]) // never fails, see crypto/rand
	return k.index.Seal(sealed, sealed[head:], plain, []byte(id)), nil
}

// openEntry opens an entry. Another instance may have rotated the key file already, so it
// reloads the file before it rejects an entry of an unknown key.
func (m *Manager) openEntry(id string, sealed []byte) (*bff.ActiveSession, error) {
	b, err := m.ring.Load().openEntry(id, sealed)
	if errors.Is(err, errUnknownKey) && m.reloadKeyRing() {
		return m.ring.Load().openEntry(id, sealed)
	}
	return b, err
}

// openEntry opens an entry sealed with any key of the ring.
func (r *KeyRing) openEntry(id string, sealed []byte) (*bff.ActiveSession, error) {
	kid, rest, _ := strings.Cut(string(sealed), ".")
	k := r.byKid[kid]
	if k == nil {
		return nil, errUnknownKey
	}
	if len(rest) < k.index.NonceSize() {
		return nil, errForeign
	}
	size := k.index.NonceSize()
	plain, err := k.index.Open(nil, []byte(rest[:size]), []byte(rest[size:]), []byte(id))
	if err != nil {
		return nil, err
	}
	var e entry
	if err := json.Unmarshal(plain, &e); err != nil {
		return nil, err
	}
	return &bff.ActiveSession{
		Session: bff.Session{
			ID: id, Brand: e.Partition.Brand(), Identity: bff.Identity{UID: e.UID, Username: e.Username, Partition: e.Partition},
			Pending: e.Pending, TwoFactor: e.TwoFactor, NewDevice: e.NewDevice, LoginAt: time.UnixMilli(e.LoginAt).UTC(), RenamedAt: fromMillis(e.RenamedAt),
			IssuedAt: time.Unix(e.IssuedAt, 0).UTC(), ExpiresAt: time.Unix(e.ExpiresAt, 0).UTC(), Kid: kid,
		},
		Visitor: e.Visitor, UserAgent: e.Agent,
	}, nil
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
