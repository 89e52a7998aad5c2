package cache

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strconv"

	"croupier/bff"
)

// Lookup names what r asks; see bff.Answers.
func (c *Cache) Lookup(r *bff.UpstreamRequest) *bff.CacheLookup {
	policy := policyOf(r)
	if !policy.Cacheable() {
		return nil
	}
	key, err := keyOf(r)
	if err != nil {
		return nil // what cannot be named cannot be found again
	}
	return &bff.CacheLookup{Key: key, Policy: policy}
}

// policyOf gives how long the answer to r may be kept; the zero policy for never. Only a
// guest's read may be, and a brand's configuration changes for how long, never whether.
func policyOf(r *bff.UpstreamRequest) bff.CachePolicy {
	if r.Identity != nil || r.Rules.Who != bff.WhoGuest || r.Rules.Kind != bff.KindRead || !r.Rules.Cache.Cacheable() {
		return bff.CachePolicy{}
	}
	// Rules that the data has changed, such as those of a search, are not the call's own.
	if own, ok := r.Brand.Cache[r.Call.Name()]; ok && r.Rules.Cache == r.Call.Rules.Cache {
		return own
	}
	return r.Rules.Cache
}

// keyOf names the question that r asks, and the platform that it is asked of: what a former
// one of the brand says late is no answer of the present one. Every part carries its length,
// so that no two questions meet in one key; data is in canonical form, its keys sorted.
func keyOf(r *bff.UpstreamRequest) (string, error) {
	data, err := json.Marshal(r.Data)
	if err != nil {
		return "", fmt.Errorf("key of %s: %w", r.Call.Name(), err)
	}
	var key []byte
	platform := r.Brand.RulesFor(r.Call)
	for _, part := range []string{
		r.Brand.ID, strconv.Itoa(r.Brand.SiteID), platform.Name, platform.URL, platform.Settings, r.Call.Name(), r.Lang, r.World, string(data),
	} {
		key = binary.AppendUvarint(key, uint64(len(part)))
		key = append(key, part...)
	}
	return string(key), nil
}
