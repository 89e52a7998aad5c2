package redis

import (
	"context"
	"errors"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff"
	"croupier/bff/store/internal/idempotency"
)

// moneyRecords implements idempotency.Backend. Every instance mirrors its records and the records
// that other instances publish. If Redis has lost a record, the instance uses its copy and writes
// it back. A call with an unknown key from before a loss is not sent, see memory.
type moneyRecords struct {
	store       *Store
	closed      <-chan struct{}    // closed with the store
	answers     *idempotency.Store // the store with this backend
	restoreWait time.Duration      // the time for which a claim waits for other instances to write back
}

var _ idempotency.Backend = (*moneyRecords)(nil)

func newMoneyRecords(background context.Context, s *Store) *moneyRecords {
	m := &moneyRecords{store: s, closed: background.Done(), restoreWait: 2 * restoreGrace}
	m.answers = idempotency.NewStore(background, m, idempotency.Options{
		Now: s.options.Now, Lease: s.options.Lease, Index: s.options.IndexKey, Log: s.options.Log,
	})
	s.bus.Subscribe(topicIdempotency, m.onMessage, nil)
	return m
}

func (m *moneyRecords) Load(ctx context.Context, key bff.IdempotencyKey) (*idempotency.Record, []byte, error) {
	r, value, err := m.load(ctx, m.redisKey(key))
	return r, value, named("read idempotency record", err)
}

func (m *moneyRecords) load(ctx context.Context, redisKey string) (*idempotency.Record, []byte, error) {
	value, err := m.store.client.Get(ctx, redisKey).Bytes()
	if errors.Is(err, redis.Nil) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	r, err := idempotency.Decode(value)
	return r, value, err
}

func (m *moneyRecords) Delete(ctx context.Context, c *idempotency.Claim) error {
	message := m.message(messageRelease) + c.Token + "\n" + c.Key.String()
	keys := []string{m.redisKey(c.Key), m.inFlightKey(m.partition(c.Key))}
	if err := m.store.runScriptOn(ctx, releaseScript, keys, c.Encoded, m.channel(), message).Err(); err != nil {
		return named("release idempotency claim", err)
	}
	// Otherwise, after a kill and a loss, a retry would find the claim in flight.
	m.store.awaitMirror(ctx, m.unmirror(c.Key.String(), c.Token))
	return nil
}

// Each partition has two sorted sets of records without a response: calls in flight by the end of
// their lease, and present or past unknown outcomes by the time of the claim.

// setTTL is the TTL of the sorted sets, longer than the TTL of a record after a settlement.
const setTTL = 2 * bff.UnknownMoneyRetention

// Replace implements idempotency.Backend. It also writes a record that Redis has lost.
func (m *moneyRecords) Replace(ctx context.Context, r *idempotency.Record, old []byte) (written bool, err error) {
	ttl := max(r.Until().Sub(m.store.options.Now()), m.store.options.Lease)
	at := any("")
	if r.Answer == nil && (r.Unknown != nil || r.Settlement != nil) {
		at = r.At.UnixMilli()
	}
	p := m.partition(r.Key)
	written, err = m.store.runScriptOn(ctx, outcomeScript,
		[]string{m.redisKey(r.Key), m.inFlightKey(p), m.unknownKey(p)},
		old, r.Encode(), ttl.Milliseconds(), m.channel(), m.message(messagePut), at, setTTL.Milliseconds()).Bool()
	return written, named("write idempotency record", err)
}

// Latest implements idempotency.Backend. It returns this instance's copy if Redis lacks the record.
func (m *moneyRecords) Latest(ctx context.Context, key bff.IdempotencyKey) (*idempotency.Record, error) {
	known := m.mirrored(key.String(), m.store.options.Now())
	if known != nil && known.Final() {
		return known, nil
	}
	r, _, err := m.Load(ctx, key)
	if known != nil && (r == nil || known.Supersedes(r)) {
		return known, nil
	}
	return r, err
}

func (m *moneyRecords) OfRequest(ctx context.Context, requestID string) (r *idempotency.Record, err error) {
	key, err := m.store.client.Get(ctx, m.requestKey(requestID)).Result()
	if errors.Is(err, redis.Nil) {
		return nil, nil //nolint:nilnil // documented by the interface
	}
	if err == nil {
		r, _, err = m.load(ctx, key)
	}
	return r, named("find idempotency record", err)
}

func (m *moneyRecords) OfKey(ctx context.Context, key string) (found []*idempotency.Record, err error) {
	keys, err := m.store.client.SMembers(ctx, m.uuidKey(key)).Result()
	for p := 0; err == nil && p < m.store.partitions; p++ { // uuidKey expires before unknown outcomes
		var unknown []string
		unknown, err = m.store.client.ZRange(ctx, m.unknownKey(p), 0, -1).Result()
		unknown = slices.DeleteFunc(unknown, func(member string) bool { return !strings.HasSuffix(member, "/"+key) })
		keys = append(keys, unknown...)
	}
	slices.Sort(keys)
	if err == nil {
		found, err = m.loadAll(ctx, slices.Compact(keys))
	}
	return found, named("find idempotency key", err)
}

// loadAll returns the records of Redis keys. It skips absent keys.
func (m *moneyRecords) loadAll(ctx context.Context, redisKeys []string) (found []*idempotency.Record, err error) {
	values, err := m.store.getAll(ctx, redisKeys)
	for _, value := range values {
		if value == "" {
			continue
		}
		r, err := idempotency.Decode([]byte(value))
		if err != nil {
			return nil, err
		}
		found = append(found, r)
	}
	return found, err
}

// Unanswered implements idempotency.Backend with a sequence per partition, without calls in flight.
func (m *moneyRecords) Unanswered(ctx context.Context, before *bff.IdempotencyRecord) ([]idempotency.Sequence, error) {
	highest := "+inf"
	if before != nil {
		highest = strconv.FormatInt(before.At.UnixMilli(), 10)
	}
	out := make([]idempotency.Sequence, m.store.partitions)
	for p := range out {
		out[p] = func(yield func(*idempotency.Record, error) bool) {
			by := &redis.ZRangeBy{Min: "-inf", Max: highest, Count: pageSize}
			for ; ; by.Offset += pageSize {
				keys, err := m.store.client.ZRevRangeByScore(ctx, m.unknownKey(p), by).Result()
				var page []*idempotency.Record
				if err == nil {
					page, err = m.loadAll(ctx, keys)
				}
				if err != nil {
					yield(nil, named("list idempotency records", err))
					return
				}
				for _, r := range page {
					if !yield(r, nil) {
						return
					}
				}
				if len(keys) == 0 {
					return
				}
			}
		}
	}
	return out, m.recordAbandoned(ctx)
}

// abandonInterval is the time between two searches for abandoned claims.
const abandonInterval = 15 * time.Second

// recordAbandoned sets the outcome of claims with an expired lease to unknown.
func (m *moneyRecords) recordAbandoned(ctx context.Context) error {
	now := m.store.options.Now()
	for p := range m.store.partitions {
		by := &redis.ZRangeBy{Min: "-inf", Max: strconv.FormatInt(now.UnixMilli(), 10), Count: pageSize}
		keys, err := m.store.client.ZRangeByScore(ctx, m.inFlightKey(p), by).Result()
		for n := 0; err == nil && n < len(keys); n++ {
			err = m.abandon(ctx, p, keys[n], now)
		}
		if err != nil {
			return named("record abandoned claims", err)
		}
	}
	return nil
}

func (m *moneyRecords) abandon(ctx context.Context, partition int, key string, now time.Time) error {
	r, value, err := m.load(ctx, key)
	if err != nil {
		return err
	}
	if r == nil || !r.IsClaim() {
		return m.store.client.ZRem(ctx, m.inFlightKey(partition), key).Err()
	}
	if now.Before(r.Lease) {
		return nil
	}
	next := *r
	next.SetAbandoned()
	written, err := m.Replace(ctx, &next, value)
	if err == nil && written {
		m.Mirror(&next)
	}
	return err
}

func (m *moneyRecords) partition(key bff.IdempotencyKey) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(key.String())) // never fails
	return int(h.Sum32() % uint32(m.store.partitions))
}

func (m *moneyRecords) redisKey(key bff.IdempotencyKey) string {
	return m.store.partitionKey(m.partition(key), "idempotency", key.String())
}

func (m *moneyRecords) requestKey(requestID string) string {
	return m.store.key("idempotency-request", requestID)
}

func (m *moneyRecords) uuidKey(key string) string { return m.store.key("idempotency-uuid", key) }

func (m *moneyRecords) inFlightKey(partition int) string {
	return m.store.partitionKey(partition, "idempotency-state", "in flight")
}

func (m *moneyRecords) unknownKey(partition int) string {
	return m.store.partitionKey(partition, "idempotency-state", "unknown")
}
