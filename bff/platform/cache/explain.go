package cache

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/internal/compression"
)

// Explain describes the cached response to r in rows of name and text: key, policy, both tiers, and
// the last fetch. The rows contain no data of the response. Explain does not call the platform.
func (c *Cache) Explain(ctx context.Context, r *bff.UpstreamRequest) (rows [][]string) {
	policy, source := policyOf(r)
	q := c.Lookup(r)
	if q == nil {
		return [][]string{{"never cached", fmt.Sprintf("only reads of guests with a ttl are cached, but %s has "+
			"who: %s, kind: %s, ttl: %s from %s", r.Call.Name(), r.Rules.Who, r.Rules.Kind, policy.TTL, source)}}
	}
	data, _ := json.Marshal(r.Data) // Lookup fails if it cannot be encoded
	for i, value := range keyParts(r, data) {
		if keyNames[i] != "" {
			rows = append(rows, []string{"key " + keyNames[i], value})
		}
	}
	memory := "empty"
	if e := c.cached(q.Key); e != nil {
		memory = c.describe(e, policy)
		for encoding := range compression.Encodings { // also those that no client has accepted so far
			if b := e.encoded(encoding); encoding == compression.Identity || b.Encoding != nil {
				memory += fmt.Sprintf(", %s %d bytes", cmp.Or(encoding.String(), "identity"), len(b.Bytes))
			}
		}
	}
	fetch, _ := c.fetches.Get(sharedKey(q.Key))
	return append(rows, [][]string{
		{"policy", fmt.Sprintf("ttl %s, stale_while_revalidate %s, stale_if_error %s, from %s", policy.TTL,
			policy.StaleWhileRevalidate, policy.StaleIfError, source)},
		{"memory", memory},
		{"Redis", c.explainShared(ctx, q, r)},
		{"last fetch", cmp.Or(fetch, "none that this instance remembers")},
	}...)
}

func (c *Cache) explainShared(ctx context.Context, q *bff.CacheLookup, r *bff.UpstreamRequest) string {
	if !c.shared.accepts(r) {
		return "not in use"
	}
	scopes := purgeTags{r.Partition, r.Call.Name()}.scopes()
	ctx, cancel := context.WithTimeout(ctx, getTimeout)
	defer cancel()
	value, generations, err := c.shared.store.Get(ctx, sharedKey(q.Key), scopes)
	c.mu.Lock()
	_, purged := c.generations.of(scopes)
	c.mu.Unlock()
	e := unpack(value, q, r)
	switch {
	case err != nil:
		return "unavailable"
	case len(value) == 0:
		return "empty"
	case e == nil:
		return "unreadable"
	case e.generation < max(purged, slices.Max(generations)):
		return "purged"
	}
	encoding := map[byte]string{formPlain: "identity", formGzip: "gzip"}[value[0]]
	return fmt.Sprintf("%s, %s %d bytes", c.describe(e, q.Policy), encoding, len(value)-headerSize)
}

func (c *Cache) describe(e *entry, p bff.CachePolicy) string {
	now, state := c.now(), "expired"
	switch {
	case e.fresh(p, now):
		state = "fresh"
	case e.stale(p, now):
		state = "stale"
	case e.usableOnError(p, now):
		state = "stale for failures"
	}
	return fmt.Sprintf("%s, age %s", state, e.age(now).Truncate(time.Second))
}

// outcome describes the result of a finished flight.
func (c *Cache) outcome(f *flight, key string) string {
	reason := bff.ReasonInternal
	switch {
	case f.cached != nil:
		return "stored from Redis"
	case errors.As(f.err, &reason), f.err != nil:
		return "failed: " + reason.Debug
	case f.entry == nil:
		return "not stored: the platform refused the call"
	case c.cached(key) != f.entry:
		return "not stored: purged meanwhile, or too large"
	}
	return "stored"
}
