package session

import (
	"context"
	"slices"
	"time"

	"croupier/bff"
)

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
		m.log.WarnContext(ctx, "rename sessions: failed; those of other devices keep the old name", "brand", s.Brand, "cause", err.Error())
	}
	now := m.now().UTC().Truncate(time.Millisecond)
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
	if m.sessionIndex == nil {
		return
	}
	id := loginID(s.ID)
	raw, err := m.sessionIndex.Get(ctx, id)
	if err != nil {
		m.log.WarnContext(ctx, "read name from session index: failed", "brand", s.Brand, "cause", err.Error())
	}
	if raw == nil {
		return
	}
	if b, err := m.openEntry(id, raw); err == nil && b.RenamedAt.After(s.RenamedAt) {
		s.Identity.Username, s.RenamedAt = b.Identity.Username, b.RenamedAt
	}
}
