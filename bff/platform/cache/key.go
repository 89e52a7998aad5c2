package cache

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"strconv"

	"croupier/bff"
)

// Lookup returns the cache key of r, or nil if its answer is never cached, as for every call with a
// session.
func (c *Cache) Lookup(r *bff.UpstreamRequest) *bff.CacheLookup {
	policy := policyOf(r)
	if !policy.Cacheable() {
		return nil
	}
	data, err := json.Marshal(r.Data)
	if err != nil {
		return nil // without a key there is nothing to look up
	}
	return &bff.CacheLookup{Key: keyOf(r, data), Policy: policy}
}

// policyOf returns the cache policy for r. A brand's configuration changes the durations, but not
// the selection of cached calls.
func policyOf(r *bff.UpstreamRequest) bff.CachePolicy {
	if r.Identity != nil || r.Rules.Who != bff.WhoGuest || r.Rules.Kind != bff.KindRead || !r.Rules.Cache.Cacheable() {
		return bff.CachePolicy{}
	}
	// The override applies to the call's rules, not to the rules of a variant such as a search.
	if own, ok := r.Brand.Cache[r.Call.Name()]; ok && r.Rules.Cache == r.Call.Rules.Cache {
		return own
	}
	return r.Rules.Cache
}

// keyOf returns the cache key of r. It includes the settings of the upstream and the brand's values
// in a mapping, so a late answer of the previous configuration is never served. Each part is
// prefixed with its length, so distinct requests have distinct keys.
func keyOf(r *bff.UpstreamRequest, data []byte) string {
	var key []byte
	platform := r.Brand.RulesFor(r.Call)
	for _, part := range []string{
		string(r.Partition), strconv.Itoa(r.Brand.SiteID), r.Brand.SiteType, r.Brand.Currency, r.Brand.Zone().String(),
		platform.Name, platform.URL, platform.Settings, r.Call.Name(), r.Lang, string(data),
	} {
		key = binary.AppendUvarint(key, uint64(len(part)))
		key = append(key, part...)
	}
	return string(key)
}

// sharedKey returns the digest of a cache key, which may be long.
func sharedKey(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}

// purgeTags are the properties of an entry that a purge selects.
type purgeTags struct {
	partition bff.Partition
	call      string
}

func purgeTagsOf(r *bff.UpstreamRequest) purgeTags {
	return purgeTags{r.Partition, r.Call.Name()}
}
