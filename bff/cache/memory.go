package cache

import (
	"container/list"
	"sync"
	"sync/atomic"
	"time"

	gocache "github.com/patrickmn/go-cache"
)

// shelf holds entries within a bound of bytes and of number. go-cache is the map; it knows
// neither bound, so that the order of eviction is kept here: entries are looked at from
// the oldest, and one that was asked for since is given a second chance.
//
// Reading takes only go-cache's own read lock.
type shelf struct {
	cache      *gocache.Cache
	maxBytes   int64
	maxEntries int

	mu    sync.Mutex
	order *list.List // of *entry, the newest in front
	bytes int64

	evicted atomic.Uint64
}

func newShelf(maxBytes int64, maxEntries int) *shelf {
	return &shelf{
		// Without a janitor: it would go on until the garbage collector finds the cache.
		cache:    gocache.New(gocache.NoExpiration, 0),
		maxBytes: maxBytes, maxEntries: maxEntries, order: list.New(),
	}
}

func (s *shelf) get(key string) *entry {
	v, ok := s.cache.Get(key)
	if !ok {
		return nil
	}
	e := v.(*entry) //nolint:forcetypeassert // nothing else is stored
	if !e.used.Load() {
		e.used.Store(true)
	}
	return e
}

// put keeps e in place of what had its key. One that would take more than an eighth of
// the room is not kept: it would drive out too many others.
func (s *shelf) put(e *entry, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v, ok := s.cache.Get(e.key); ok {
		s.drop(v.(*entry)) //nolint:forcetypeassert // nothing else is stored
	}
	if e.size > s.maxBytes/8 {
		return
	}
	e.place = s.order.PushFront(e)
	e.shelf.Store(s)
	s.bytes += e.size
	s.cache.Set(e.key, e, gocache.NoExpiration)
	s.evict(now)
}

// evict drops what is useless at the old end, and then as much as the bounds ask for.
func (s *shelf) evict(now time.Time) {
	for last := s.order.Back(); last != nil; last = s.order.Back() {
		e := last.Value.(*entry) //nolint:forcetypeassert // nothing else is in the list
		over := s.bytes > s.maxBytes || s.order.Len() > s.maxEntries
		switch {
		case e.useless(now):
			s.drop(e)
		case !over:
			return
		case e.used.Swap(false):
			s.order.MoveToFront(last)
		default:
			s.drop(e)
			s.evicted.Add(1)
		}
	}
}

// grow counts n bytes more for e, where it is kept still.
func (s *shelf) grow(e *entry, n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e.place == nil {
		return
	}
	e.size += n
	s.bytes += n
	s.evict(e.at)
}

func (s *shelf) drop(e *entry) {
	s.order.Remove(e.place)
	e.place = nil
	s.bytes -= e.size
	s.cache.Delete(e.key)
}

// purge drops the entries that doomed names, and tells how many there were.
func (s *shelf) purge(doomed func(*entry) bool) (dropped int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for at := s.order.Front(); at != nil; {
		e := at.Value.(*entry) //nolint:forcetypeassert // nothing else is in the list
		at = at.Next()
		if doomed(e) {
			s.drop(e)
			dropped++
		}
	}
	return dropped
}

func (s *shelf) size() (entries int, bytes int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.order.Len(), s.bytes
}
