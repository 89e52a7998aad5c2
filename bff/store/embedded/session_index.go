package embedded

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"
	"time"

	"croupier/bff/store"
)

var registerBucket = []byte("register")

// begun is one entry of the register, as the file holds it too.
type begun struct {
	Key   string `json:"key"`
	Until int64  `json:"until"` // Unix milliseconds
	Entry []byte `json:"entry"`
}

// SessionIndex keeps the sessions that have begun. It answers from memory and writes behind:
// no login waits for the disk, and what a crash takes with it is put again when the
// session is next renewed.
type SessionIndex struct {
	store *Store
	most  int

	mu      sync.Mutex
	entries map[string]begun           // by id
	keys    map[string]map[string]bool // ids by key
	unsaved map[string]bool            // ids whose entry, or its absence, is not in the file yet
	sweep   time.Time                  // when expired ones are next dropped

	wake  chan struct{} // there is something unsaved
	end   sync.Once     // of the writing behind
	last  chan struct{} // closed to end it
	ended chan struct{} // closed once it has
}

// SessionIndex opens the sessions that have begun; there is one of a store.
func (s *Store) SessionIndex() (*SessionIndex, error) {
	r := &SessionIndex{
		store: s, most: s.mostBegun, entries: map[string]begun{}, keys: map[string]map[string]bool{}, unsaved: map[string]bool{},
		sweep: s.now().Add(purgeEvery), wake: make(chan struct{}, 1), last: make(chan struct{}), ended: make(chan struct{}),
	}
	if err := s.db.Update(r.load); err != nil {
		return nil, fmt.Errorf("register: %w", err)
	}
	s.register = r
	go r.writeBehind()
	return r, nil
}

// Put keeps an entry; see bff.SessionRegister. Where the register is full, the entries
// that end soonest make room.
func (r *SessionIndex) Put(_ context.Context, key, id string, entry []byte, until time.Time) error {
	now := r.store.now()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.remove(id)
	if until.After(now) {
		r.add(id, begun{key, until.UnixMilli(), entry})
		r.unsaved[id] = true
	}
	for len(r.keys[key]) > store.MaxSessionsPerPlayer {
		r.remove(r.soonest(maps.Keys(r.keys[key]))[0])
	}
	if len(r.entries) > r.most || !now.Before(r.sweep) {
		r.makeRoom(now)
	}
	r.save()
	return nil
}

// Delete forgets an entry; see bff.SessionRegister.
func (r *SessionIndex) Delete(_ context.Context, _, id string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.remove(id)
	r.save()
	return nil
}

// Get gives the entry with an id; nil where there is none.
func (r *SessionIndex) Get(_ context.Context, id string) ([]byte, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e, ok := r.entries[id]; ok && e.Until > r.store.now().UnixMilli() {
		return e.Entry, nil
	}
	return nil, nil
}

// List gives the entries under key by their ids.
func (r *SessionIndex) List(_ context.Context, key string) (map[string][]byte, error) {
	now := r.store.now().UnixMilli()
	r.mu.Lock()
	defer r.mu.Unlock()
	out := map[string][]byte{}
	for id := range r.keys[key] {
		if e := r.entries[id]; e.Until > now {
			out[id] = e.Entry
		}
	}
	return out, nil
}

// What follows is called with the register locked.

func (r *SessionIndex) add(id string, e begun) {
	r.entries[id] = e
	if r.keys[e.Key] == nil {
		r.keys[e.Key] = map[string]bool{}
	}
	r.keys[e.Key][id] = true
}

func (r *SessionIndex) remove(id string) {
	e, ok := r.entries[id]
	if !ok {
		return
	}
	delete(r.entries, id)
	if delete(r.keys[e.Key], id); len(r.keys[e.Key]) == 0 {
		delete(r.keys, e.Key)
	}
	r.unsaved[id] = true
}

// makeRoom drops what has ended, and where that is not enough a hundredth more than it
// must: looking through all entries is not for every login.
func (r *SessionIndex) makeRoom(now time.Time) {
	r.sweep = now.Add(purgeEvery)
	for id, e := range r.entries {
		if e.Until <= now.UnixMilli() {
			r.remove(id)
		}
	}
	if len(r.entries) <= r.most {
		return
	}
	for _, id := range r.soonest(maps.Keys(r.entries))[:len(r.entries)-r.most+r.most/100] {
		r.remove(id)
	}
}

// soonest sorts ids by the end of their entries.
func (r *SessionIndex) soonest(ids iter.Seq[string]) []string {
	return slices.SortedFunc(ids, func(a, b string) int { return int(r.entries[a].Until - r.entries[b].Until) })
}

// save has what is unsaved written soon.
func (r *SessionIndex) save() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}
