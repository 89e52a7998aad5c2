package cache

import (
	gocache "github.com/patrickmn/go-cache"

	"croupier/bff/internal/bounded"
)

// goCache is go-cache as the store of the memory tier. It has no bounds of its own: bounded.Map evicts.
type goCache struct{ cache *gocache.Cache }

func newGoCache() goCache {
	// No janitor: its goroutine would run until the cache is garbage collected.
	return goCache{gocache.New(gocache.NoExpiration, 0)}
}

func (s goCache) Get(key string) *bounded.Entry[string, *entry] {
	v, ok := s.cache.Get(key)
	if !ok {
		return nil
	}
	return v.(*bounded.Entry[string, *entry]) //nolint:forcetypeassert // nothing else is stored
}

func (s goCache) Set(key string, e *bounded.Entry[string, *entry]) {
	s.cache.Set(key, e, gocache.NoExpiration)
}

func (s goCache) Delete(key string) { s.cache.Delete(key) }
