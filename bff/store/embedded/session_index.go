package embedded

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/internal/lists"
	"croupier/bff/store"
)

type sessionEntry struct {
	Key   string `json:"key"`
	Until int64  `json:"until"` // Unix milliseconds
	Entry []byte `json:"entry"`
	Kid   string `json:"kid,omitempty"`        // the key that seals the session
	Idle  int64  `json:"idle_until,omitempty"` // Unix milliseconds
}

func (e sessionEntry) Expiry() int64 { return e.Until }

// SessionIndex implements bff.SessionIndex. It writes in the background, so logins do not wait for
// the disk. If a crash loses an entry, the next renewal of the session puts it again.
type SessionIndex struct {
	cached[sessionEntry]                            // by id
	idsByKey             map[string]map[string]bool // sets of ids
}

// SessionIndex returns the session index.
func (s *Store) SessionIndex() *SessionIndex { return s.sessions }

func (s *Store) loadSessions() error {
	i := &SessionIndex{idsByKey: map[string]map[string]bool{}}
	i.onRemoved = i.unlink
	i.encode = func(e sessionEntry) []byte {
		value, _ := json.Marshal(e) //nolint:errchkjson // texts, bytes and numbers
		return value
	}
	s.sessions = i
	return i.load(s, &table{name: []byte("sessions")}, func(id string, value []byte) (e sessionEntry, err error) {
		if err = json.Unmarshal(value, &e); err == nil {
			i.link(id, e)
		}
		return e, err
	})
}

// Put stores an entry, see bff.SessionIndex. A full index drops the entries that expire first.
func (i *SessionIndex) Put(_ context.Context, key, id string, e bff.IndexedSession) error {
	now := i.store.now()
	i.mu.Lock()
	defer i.mu.Unlock()
	i.remove(id)
	if e.ExpiresAt.After(now) {
		until, idle := e.ExpiresAt.UnixMilli(), e.IdleUntil.UnixMilli()
		entry := sessionEntry{Key: key, Until: until, Entry: e.Sealed, Kid: e.Kid, Idle: idle}
		i.set(id, entry)
		i.link(id, entry)
	}
	for len(i.idsByKey[key]) > store.MaxSessionsPerPlayer {
		i.remove(i.byExpiry(maps.Keys(i.idsByKey[key]))[0])
	}
	if len(i.entries) > i.store.options.MaxSessions || !now.Before(i.nextSweep) {
		i.sweep(now)
	}
	// Remove 1 % more than necessary because otherwise every login would scan all entries.
	if limit := i.store.options.MaxSessions; len(i.entries) > limit {
		for _, id := range i.byExpiry(maps.Keys(i.entries))[:len(i.entries)-limit+limit/100] {
			i.remove(id)
		}
	}
	return nil
}

// Delete removes an entry, see bff.SessionIndex.
func (i *SessionIndex) Delete(_ context.Context, _, id string) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.remove(id)
	return nil
}

// Get returns the entry with an id, or nil.
func (i *SessionIndex) Get(_ context.Context, id string) ([]byte, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if e, ok := i.entries[id]; ok && e.Until > i.store.now().UnixMilli() {
		return e.Entry, nil
	}
	return nil, nil
}

// List returns the entries under key by their ids.
func (i *SessionIndex) List(_ context.Context, key string) (map[string][]byte, error) {
	now := i.store.now().UnixMilli()
	i.mu.Lock()
	defer i.mu.Unlock()
	out := map[string][]byte{}
	for id := range i.idsByKey[key] {
		if e := i.entries[id]; e.Until > now {
			out[id] = e.Entry
		}
	}
	return out, nil
}

// Count returns the number of entries of each kid that are not idle, see bff.SessionIndex.
func (i *SessionIndex) Count(_ context.Context, kids []string) ([]int, error) {
	now := i.store.now().UnixMilli()
	counts := map[string]int{}
	i.mu.Lock()
	for _, e := range i.entries {
		if min(e.Idle, e.Until) > now {
			counts[e.Kid]++
		}
	}
	i.mu.Unlock()
	return lists.Map(kids, func(kid string) int { return counts[kid] }), nil
}

// link adds an id to the set of its key, and unlink removes it.
func (i *SessionIndex) link(id string, e sessionEntry) {
	if i.idsByKey[e.Key] == nil {
		i.idsByKey[e.Key] = map[string]bool{}
	}
	i.idsByKey[e.Key][id] = true
}

func (i *SessionIndex) unlink(id string, e sessionEntry) {
	if delete(i.idsByKey[e.Key], id); len(i.idsByKey[e.Key]) == 0 {
		delete(i.idsByKey, e.Key)
	}
}

func (i *SessionIndex) byExpiry(ids iter.Seq[string]) []string {
	return slices.SortedFunc(ids, func(a, b string) int { return int(i.entries[a].Until - i.entries[b].Until) })
}

// ErrFull is returned by Revoke if there are too many active entries.
var ErrFull = errors.New("too many revocations")

var _ bff.Revocations = (*Store)(nil)

func (s *Store) loadRevocations() error {
	entries := newExpiring("revocations", "revocations/expiry")
	s.revocations.encode = func(r store.Revocation) []byte {
		return expiringEntry([]byte(r.Encode()), time.UnixMilli(r.Until))
	}
	return s.revocations.load(s, &entries.table, func(_ string, stored []byte) (store.Revocation, error) {
		_, value := splitEntry(stored)
		return store.DecodeRevocation(string(value))
	})
}

// Revoke writes an entry to disk, see bff.Revocations. If the disk accepts no writes, the entry
// applies from memory, and Revoke writes it in the background when the disk works again. A full
// disk therefore does not prevent logouts.
func (s *Store) Revoke(_ context.Context, key string, at, until time.Time) error {
	now, c := s.now(), &s.revocations
	if !until.After(now) {
		return nil // already expired
	}
	c.mu.Lock()
	_, isKnown := c.entries[key]
	isFull := func() bool { return !isKnown && len(c.entries) >= s.options.MaxRevocations }
	if isFull() || !now.Before(c.nextSweep) {
		c.sweep(now)
	}
	if isFull() {
		c.mu.Unlock()
		return ErrFull
	}
	write := c.set(key, store.Revocation{At: at.UnixMilli(), Until: until.UnixMilli()})
	c.mu.Unlock()
	if s.Ping(context.Background()) != nil {
		return nil // do not wait for a disk that accepts no writes
	}
	if err := s.queue.Await(context.Background(), write); errors.Is(err, store.ErrClosed) {
		return fmt.Errorf("could not write the revocation: %w", err)
	}
	return nil
}

// Revoked returns the revocation times of keys from memory, see bff.Revocations.
func (s *Store) Revoked(_ context.Context, keys ...string) ([]time.Time, error) {
	now, out := s.now().UnixMilli(), make([]time.Time, len(keys))
	s.revocations.mu.RLock()
	defer s.revocations.mu.RUnlock()
	for i, key := range keys {
		if r, ok := s.revocations.entries[key]; ok && r.Until > now {
			out[i] = time.UnixMilli(r.At).UTC()
		}
	}
	return out, nil
}

// EachRevocation calls fn with every revocation until fn fails.
func (s *Store) EachRevocation(_ context.Context, fn func(key string, at, until time.Time) error) error {
	s.revocations.mu.RLock()
	entries := maps.Clone(s.revocations.entries)
	s.revocations.mu.RUnlock()
	for key, r := range entries {
		if err := fn(key, time.UnixMilli(r.At), time.UnixMilli(r.Until)); err != nil {
			return err
		}
	}
	return nil
}
