package embedded

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"
	"time"

	"go.etcd.io/bbolt"

	"croupier/bff"
	"croupier/bff/store"
)

const sweepInterval = 10 * time.Minute

var sessionBucket = []byte("sessions") // JSON of indexEntry by id

type indexEntry struct {
	Key   string `json:"key"`
	Until int64  `json:"until"` // Unix milliseconds
	Entry []byte `json:"entry"`
	Kid   string `json:"kid,omitempty"`        // the key that seals the session
	Idle  int64  `json:"idle_until,omitempty"` // Unix milliseconds
}

// SessionIndex implements bff.SessionIndex. It answers from memory and writes to disk in the
// background, so that no login waits for the disk. An entry lost in a crash is put again when its
// session is renewed.
type SessionIndex struct {
	store *Store

	mu        sync.Mutex
	entries   map[string]indexEntry      // by id
	idsByKey  map[string]map[string]bool // sets of ids
	unsaved   map[string]bool            // ids whose entry, or its removal, is not on disk yet
	nextSweep time.Time                  // when expired entries are dropped next

	changed   chan struct{} // receives a value when unsaved is not empty
	closeOnce sync.Once
	stop      chan struct{} // closed to end the background writer
	stopped   chan struct{} // closed when the background writer has ended
}

// SessionIndex opens the session index. It may be called once per store.
func (s *Store) SessionIndex() (*SessionIndex, error) {
	i := &SessionIndex{
		store: s, entries: map[string]indexEntry{}, idsByKey: map[string]map[string]bool{}, unsaved: map[string]bool{},
		nextSweep: s.now().Add(sweepInterval), changed: make(chan struct{}, 1), stop: make(chan struct{}), stopped: make(chan struct{}),
	}
	if err := s.viewBucket(sessionBucket, i.load); err != nil {
		return nil, fmt.Errorf("load session index: %w", err)
	}
	s.sessionIndex.Store(i)
	go i.writeInBackground()
	return i, nil
}

// Put stores an entry; see bff.SessionIndex. When the index is full, the entries that expire
// first are dropped.
func (i *SessionIndex) Put(_ context.Context, key, id string, e bff.IndexedSession) error {
	now := i.store.now()
	i.mu.Lock()
	defer i.mu.Unlock()
	i.remove(id)
	if e.ExpiresAt.After(now) {
		i.add(id, indexEntry{Key: key, Until: e.ExpiresAt.UnixMilli(), Entry: e.Sealed, Kid: e.Kid, Idle: e.IdleUntil.UnixMilli()})
		i.unsaved[id] = true
	}
	for len(i.idsByKey[key]) > store.MaxSessionsPerPlayer {
		i.remove(i.byExpiry(maps.Keys(i.idsByKey[key]))[0])
	}
	if len(i.entries) > i.store.options.MaxSessions || !now.Before(i.nextSweep) {
		i.sweep(now)
	}
	request(i.changed)
	return nil
}

// Delete removes an entry; see bff.SessionIndex.
func (i *SessionIndex) Delete(_ context.Context, _, id string) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.remove(id)
	request(i.changed)
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

// Count returns the number of entries of each kid that are not idle; see bff.SessionIndex.
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
	out := make([]int, len(kids))
	for n, kid := range kids {
		out[n] = counts[kid]
	}
	return out, nil
}

// The methods below require mu, except where load calls them before the index is shared.

func (i *SessionIndex) add(id string, e indexEntry) {
	i.entries[id] = e
	if i.idsByKey[e.Key] == nil {
		i.idsByKey[e.Key] = map[string]bool{}
	}
	i.idsByKey[e.Key][id] = true
}

func (i *SessionIndex) remove(id string) {
	e, ok := i.entries[id]
	if !ok {
		return
	}
	delete(i.entries, id)
	if delete(i.idsByKey[e.Key], id); len(i.idsByKey[e.Key]) == 0 {
		delete(i.idsByKey, e.Key)
	}
	i.unsaved[id] = true
}

// sweep drops expired entries. If the index is still too large, it drops the excess and one
// hundredth of the maximum more, so that not every login scans all entries.
func (i *SessionIndex) sweep(now time.Time) {
	i.nextSweep = now.Add(sweepInterval)
	for id, e := range i.entries {
		if e.Until <= now.UnixMilli() {
			i.remove(id)
		}
	}
	limit := i.store.options.MaxSessions
	if len(i.entries) <= limit {
		return
	}
	for _, id := range i.byExpiry(maps.Keys(i.entries))[:len(i.entries)-limit+limit/100] {
		i.remove(id)
	}
}

func (i *SessionIndex) byExpiry(ids iter.Seq[string]) []string {
	return slices.SortedFunc(ids, func(a, b string) int { return int(i.entries[a].Until - i.entries[b].Until) })
}

func (i *SessionIndex) load(b *bbolt.Bucket) error {
	now := i.store.now().UnixMilli()
	return b.ForEach(func(id, value []byte) error {
		var e indexEntry
		if err := json.Unmarshal(value, &e); err != nil {
			return fmt.Errorf("entry %q: %w", id, err)
		}
		if i.add(string(id), e); e.Until <= now {
			i.remove(string(id))
		}
		return nil
	})
}

func (i *SessionIndex) writeInBackground() {
	defer close(i.stopped)
	for {
		select {
		case <-i.changed:
			_ = i.write() // what failed is written with the next change, or once the disk accepts writes
		case <-i.stop:
			return
		}
	}
}

func (i *SessionIndex) write() error {
	i.mu.Lock()
	unsaved := i.unsaved
	i.unsaved = map[string]bool{}
	values := map[string][]byte{}
	for id := range unsaved {
		if e, ok := i.entries[id]; ok {
			values[id], _ = json.Marshal(e) // never fails for strings, bytes and numbers
		}
	}
	i.mu.Unlock()
	err := i.store.update(func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists(sessionBucket)
		if err != nil {
			return err
		}
		for id := range unsaved {
			if value, ok := values[id]; ok {
				err = b.Put([]byte(id), value)
			} else {
				err = b.Delete([]byte(id))
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		i.mu.Lock()
		defer i.mu.Unlock()
		maps.Copy(i.unsaved, unsaved)
	}
	return err
}

// close ends the background writer and writes the unsaved entries. Calling it again does nothing.
func (i *SessionIndex) close() (err error) {
	i.closeOnce.Do(func() {
		close(i.stop)
		<-i.stopped
		err = i.write()
	})
	return err
}
