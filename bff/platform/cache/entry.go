package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"croupier/bff"
	"croupier/bff/internal/bounded"
	"croupier/bff/internal/compression"
)

// entry is one cached answer. It is immutable except for the marked fields.
type entry struct {
	purgeTags
	key    string
	answer bff.Answer // Data is a slice of the plain body
	policy bff.CachePolicy
	at     time.Time
	bodies [compression.Encodings]encodedBody // the envelope in every encoding

	generation uint64 // the highest of its scopes at the time of the request; see generations

	size atomic.Int64
	tier *bounded.Map[string, *entry] // set before it is stored; nil for an entry that is not

	retryAt atomic.Pointer[time.Time] // before which no refresh is started; nil: any time
}

// encodedBody is a body in one encoding, created on first use.
type encodedBody struct {
	once sync.Once
	*bff.EncodedBody
}

// overhead approximates what an entry costs beyond its key and bodies, in bytes.
const overhead = 1024

// beforeData precedes the data of an envelope. Within a string its quotes are escaped.
var beforeData = []byte(`,"data":`)

// newEntry encodes the envelope of a. It shares no bytes with a.
func newEntry(q *bff.CacheLookup, r *bff.UpstreamRequest, a *bff.Answer, at time.Time) *entry {
	e := &entry{purgeTags: purgeTags{r.Partition, r.Call.Name()}, key: q.Key, answer: *a, policy: q.Policy, at: at}
	body := a.Append(make([]byte, 0, len(a.Data)+len(a.Message)+160))
	e.answer.Data = nil
	if len(a.Data) > 0 {
		from := bytes.Index(body, beforeData) + len(beforeData)
		e.answer.Data = body[from : from+len(a.Data) : from+len(a.Data)]
	}
	e.size.Store(overhead + int64(2*len(q.Key)+cap(body)))
	e.bodies[compression.Identity].EncodedBody = bodyOf(body, compression.Identity)
	return e
}

func (e *entry) age(now time.Time) time.Duration { return max(0, now.Sub(e.at)) }

// fresh reports whether the current policy serves e without a refresh.
func (e *entry) fresh(p bff.CachePolicy, now time.Time) bool { return e.age(now) < p.TTL }

// stale reports whether e may be served while a refresh runs in the background.
func (e *entry) stale(p bff.CachePolicy, now time.Time) bool {
	return e.age(now) < p.TTL+p.StaleWhileRevalidate
}

// usableOnError reports whether e may be served when the upstream fails.
func (e *entry) usableOnError(p bff.CachePolicy, now time.Time) bool {
	return e.age(now) < p.TTL+p.StaleIfError
}

// expired reports whether e can no longer be served at all.
func (e *entry) expired(now time.Time) bool {
	return !e.stale(e.policy, now) && !e.usableOnError(e.policy, now)
}

const (
	// minCompressSize is the smallest size of a compressed body in bytes. Less fits into one
	// packet.
	minCompressSize = 1024
	// Measured on 48 games: higher levels take ten times as long and save one percent of the size.
	gzipLevel   = 6
	brotliLevel = 5
)

// Variant implements bff.EncodedAnswer.
func (e *entry) Variant(accept string) *bff.EncodedBody {
	return e.encoded(compression.Accepted(accept))
}

// encoded returns the body in an encoding, or the plain body if encoding saves nothing.
func (e *entry) encoded(encoding compression.Encoding) *bff.EncodedBody {
	whole := e.bodies[compression.Identity].EncodedBody
	if encoding == compression.Identity || len(whole.Bytes) < minCompressSize {
		return whole
	}
	v := &e.bodies[encoding]
	v.once.Do(func() {
		small := bytes.Clone(compressor.Compress(encoding, whole.Bytes)) // without spare capacity
		if len(small) >= len(whole.Bytes) {
			v.EncodedBody = whole
			return
		}
		v.EncodedBody = bodyOf(small, encoding)
		e.size.Add(int64(len(small)))
		if e.tier != nil {
			e.tier.Resize(e.key)
		}
	})
	return v.EncodedBody
}

func bodyOf(b []byte, e compression.Encoding) *bff.EncodedBody {
	body := &bff.EncodedBody{Bytes: b, Length: []string{strconv.Itoa(len(b))}}
	if e != compression.Identity {
		body.Encoding = []string{e.String()}
	}
	return body
}

var compressor = compression.NewCompressor(compression.Levels{Gzip: gzipLevel, Brotli: brotliLevel})

// Lookup returns the cache key of r, or nil if its answer is never cached, as for every call with a
// session.
func (c *Cache) Lookup(r *bff.UpstreamRequest) *bff.CacheLookup {
	policy, _ := policyOf(r)
	if !policy.Cacheable() {
		return nil
	}
	data, err := json.Marshal(r.Data)
	if err != nil {
		return nil // without a key there is nothing to look up
	}
	return &bff.CacheLookup{Key: keyOf(r, data), Policy: policy}
}

// policyOf returns the cache policy for r and the file that sets it. A brand's configuration changes
// the durations, but not the selection of cached calls.
func policyOf(r *bff.UpstreamRequest) (policy bff.CachePolicy, source string) {
	const contract, brandFile = "contracts/calls.yaml", "the brand file"
	if r.Identity != nil || r.Rules.Who != bff.WhoGuest || r.Rules.Kind != bff.KindRead || !r.Rules.Cache.Cacheable() {
		return bff.CachePolicy{}, contract
	}
	// The override applies to the call's rules, not to the rules of a variant such as a search.
	if own, ok := r.Brand.Cache[r.Call.Name()]; ok && r.Rules.Cache == r.Call.Rules.Cache {
		return own, brandFile
	}
	return r.Rules.Cache, contract
}

// keyNames are the names of keyParts. Explain leaves out parts without a name.
var keyNames = [...]string{
	"brand", "site id", "site type", "currency", "time zone", "upstream", "", "", "call", "language", "data",
}

// keyParts returns the parts of the cache key of r. They include the settings of the upstream and
// the brand's values in a mapping, so a late answer of the previous configuration is never served.
func keyParts(r *bff.UpstreamRequest, data []byte) [len(keyNames)]string {
	platform := r.Brand.RulesFor(r.Call)
	return [...]string{
		string(r.Partition), strconv.Itoa(r.Brand.SiteID), r.Brand.SiteType, r.Brand.Currency, r.Brand.Zone().String(),
		platform.Name, platform.URL, platform.Settings, r.Call.Name(), r.Lang, string(data),
	}
}

// keyOf returns the cache key of r. Each part is prefixed with its length, so distinct requests have
// distinct keys.
func keyOf(r *bff.UpstreamRequest, data []byte) string {
	var key []byte
	for _, part := range keyParts(r, data) {
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
