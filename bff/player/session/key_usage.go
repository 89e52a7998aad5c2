package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"croupier/bff"
)

// retireMargin covers the clocks of instances and the time that they take to load a new key file.
const retireMargin = time.Minute

var errNoIndex = errors.New("no session index")

// Keys returns the keys of the ring, newest first, with the number of sessions that each seals
// according to the session index. RetireAfter is when the last session sealed with a superseded key
// has reached the longest absolute limit of the brands, also one that the index has lost; it is zero
// for the active key and for keys that do not seal yet. Keys fails with ReasonUnavailable where the
// store cannot be read.
func (m *Manager) Keys(ctx context.Context, brands []*bff.Brand) ([]bff.SealingKey, error) {
	if m.sessionIndex == nil {
		return nil, bff.ReasonUnavailable.WithCause(errNoIndex)
	}
	var longest time.Duration
	for _, b := range brands {
		longest = max(longest, absolute(b))
	}
	keys := m.ring.Load().Keys(m.now())
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
	counts, err := m.sessionIndex.Count(ctx, kids)
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
	return ring.newest(m.now())
}

// idleUntil returns when s ends unless it is renewed.
func (m *Manager) idleUntil(s *bff.Session) time.Time {
	// Idle time is measured in whole seconds, see checkExpired.
	if end := s.IssuedAt.Add(m.lastIdle(s.Brand) + time.Second); end.Before(s.ExpiresAt) {
		return end
	}
	return s.ExpiresAt
}
