package cache

import (
	"container/list"
	"sync"
	"sync/atomic"
	"time"

	gocache "github.com/patrickmn/go-cache"
)

// memoryTier holds entries within a bound of bytes and of number. go-cache is the map; it has
// neither bound, so the eviction order is kept here (CLOCK: entries are visited from the
// oldest, and one that was read since its last visit gets a second chance).
//
// Reads take only go-cache's own read lock.
type memoryTier struct {
	cache      *gocache.Cache
	maxBytes   int64
	maxEntries int

	mu    sync.Mutex
	order *list.List // of *entry, newest first
	bytes int64

	evicted atomic.Uint64
}

func newMemoryTier(maxBytes int64, maxEntries int) *memoryTier {
	return &memoryTier{
		// No janitor: its goroutine would run until the cache is garbage collected.
		cache:    gocache.New(gocache.NoExpiration, 0),
		maxBytes: maxBytes, maxEntries: maxEntries, order: list.New(),
	}
}

func (s *memoryTier) get(key string) *entry {
	v, ok := s.cache.Get(key)
	if !ok {
		return nil
	}
	e := v.(*entry) //nolint:forcetypeassert // only entries are stored
	if !e.used.Load() {
		e.used.Store(true)
	}
	return e
}

// put stores e and replaces an entry with the same key. An entry larger than an eighth of
// maxBytes is not stored, as it would evict too many others.
func (s *memoryTier) put(e *entry, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v, ok := s.cache.Get(e.key); ok {
		s.drop(v.(*entry)) //nolint:forcetypeassert // only entries are stored
	}
	if e.size > s.maxBytes/8 {
		return
	}
	e.element = s.order.PushFront(e)
	e.tier.Store(s)
	s.bytes += e.size
	s.cache.Set(e.key, e, gocache.NoExpiration)
	s.evict(now)
}

// evict drops expired entries from the old end, then as many as the bounds require.
func (s *memoryTier) evict(now time.Time) {
	for last := s.order.Back(); last != nil; last = s.order.Back() {
		e := last.Value.(*entry) //nolint:forcetypeassert // only entries are in the list
		over := s.bytes > s.maxBytes || s.order.Len() > s.maxEntries
		switch {
		case e.expired(now):
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

// grow adds n bytes to the size of e if it is still stored.
func (s *memoryTier) grow(e *entry, n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e.element == nil {
		return
	}
	e.size += n
	s.bytes += n
	s.evict(e.at)
}

func (s *memoryTier) drop(e *entry) {
	s.order.Remove(e.element)
	e.element = nil
	s.bytes -= e.size
	s.cache.Delete(e.key)
}

// purge drops the entries that matches selects and returns their number.
func (s *memoryTier) purge(matches func(*entry) bool) (dropped int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for at := s.order.Front(); at != nil; {
		e := at.Value.(*entry) //nolint:forcetypeassert // only entries are in the list
		at = at.Next()
		if matches(e) {
			s.drop(e)
			dropped++
		}
	}
	return dropped
}

func (s *memoryTier) size() (entries int, bytes int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.order.Len(), s.bytes
}
