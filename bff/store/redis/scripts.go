package redis

import (
	"context"
	"errors"

	"github.com/redis/go-redis/v9"

	"croupier/bff/store/internal/idempotency"
)

// Each partition has two sorted sets of records without answer, by the key of the record: those in flight
// by the end of their lease, and those whose outcome is unknown, or was until staff settled it, by the
// time of the claim.

// outcomeScript replaces a claim by its outcome and publishes it. A claim that Redis has lost, for
// example in a failover, is written again, because the call was sent; the claim of another instance
// is left unchanged. The script is idempotent. KEYS: record, records in flight, records of unknown
// outcome. ARGV: claim, outcome, TTL in milliseconds, channel, start of the message, time of the claim for
// an unknown outcome or an empty text, TTL of the sets.
var outcomeScript = redis.NewScript(`
local now = redis.call('GET', KEYS[1])
if now and now ~= ARGV[1] and now ~= ARGV[2] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
redis.call('ZREM', KEYS[2], KEYS[1])
if ARGV[6] == '' then
  redis.call('ZREM', KEYS[3], KEYS[1])
else
  redis.call('ZADD', KEYS[3], ARGV[6], KEYS[1])
  redis.call('PEXPIRE', KEYS[3], ARGV[7])
end
redis.call('PUBLISH', ARGV[4], ARGV[5] .. ARGV[2])
return 1`)

// releaseScript deletes a claim if it is still the caller's, and publishes that. KEYS: record, records in
// flight. ARGV: claim, channel, message.
var releaseScript = redis.NewScript(`
local now = redis.call('GET', KEYS[1])
if now == ARGV[1] then
  redis.call('DEL', KEYS[1])
  redis.call('ZREM', KEYS[2], KEYS[1])
end
if not now or now == ARGV[1] then redis.call('PUBLISH', ARGV[2], ARGV[3]) end
return 1`)

// setTTL is the TTL of the sorted sets: longer than that of any of their records, which is counted from the
// settlement.
const setTTL = 2 * idempotency.UnknownRetention

// replaceRecord replaces the value of a record by r, and reports whether Redis had that value or none.
func (i *IdempotencyStore) replaceRecord(ctx context.Context, r *idempotency.Record, replaced, encoded []byte) (bool, error) {
	ttl := max(r.Until().Sub(i.store.options.Now()), i.store.options.Lease)
	at := any("")
	if r.Answer == nil && (r.Unknown != nil || r.Settlement != nil) {
		at = r.At.UnixMilli()
	}
	p := i.partition(r.Key)
	written, err := i.store.runScriptOn(ctx, outcomeScript, []string{i.redisKey(r.Key), i.inFlightKey(p), i.unknownKey(p)},
		replaced, encoded, ttl.Milliseconds(), i.channel(), i.message(messagePut), at, setTTL.Milliseconds()).Int64()
	return written == 1, err
}

func (i *IdempotencyStore) inFlightKey(partition int) string {
	return i.store.partitionKey(partition, "idempotency-state", "in flight")
}

func (i *IdempotencyStore) unknownKey(partition int) string {
	return i.store.partitionKey(partition, "idempotency-state", "unknown")
}

// load returns the record at a Redis key and its encoding; nil without one.
func (i *IdempotencyStore) load(ctx context.Context, redisKey string) (*idempotency.Record, []byte, error) {
	value, err := i.store.client.Get(ctx, redisKey).Bytes()
	if errors.Is(err, redis.Nil) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	r, err := idempotency.Decode(value)
	return r, value, err
}
