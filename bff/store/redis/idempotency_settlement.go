package redis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff"
	"croupier/bff/store/internal/idempotency"
)

// Lookup returns the record of a player's key, or nil; see bff.IdempotencyStore. Without Redis it
// returns the last that this instance knows.
func (i *IdempotencyStore) Lookup(ctx context.Context, key bff.IdempotencyKey) (*bff.IdempotencyRecord, error) {
	key = i.hashed(key)
	if held, ok := i.claim(key); ok {
		return i.describe(&held.record), nil
	}
	known := i.mirrored(key.String(), i.store.options.Now())
	if known != nil && known.Final() {
		return i.describe(known), nil
	}
	var r *idempotency.Record
	err := i.store.within(ctx, "look idempotency key up", func(ctx context.Context) (err error) {
		r, _, err = i.load(ctx, i.redisKey(key))
		return err
	})
	if known != nil && (r == nil || known.Supersedes(r)) {
		return i.describe(known), nil
	}
	return i.describe(r), err
}

// Find returns the record of the call that a request claimed; see staff.Payments.
func (i *IdempotencyStore) Find(ctx context.Context, requestID string) (*bff.IdempotencyRecord, error) {
	var r *idempotency.Record
	err := i.store.within(ctx, "find idempotency record", func(ctx context.Context) error {
		key, err := i.store.client.Get(ctx, i.requestKey(requestID)).Result()
		if err == nil {
			r, _, err = i.load(ctx, key)
		}
		return err
	})
	if errors.Is(err, redis.Nil) {
		err = nil
	}
	return i.describe(r), err
}

// FindKey returns the records of a key of any player; see staff.Payments.
func (i *IdempotencyStore) FindKey(ctx context.Context, key string) (found []*bff.IdempotencyRecord, err error) {
	err = i.store.within(ctx, "find idempotency key", func(ctx context.Context) error {
		keys, err := i.store.client.SMembers(ctx, i.uuidKey(key)).Result()
		if err != nil {
			return err
		}
		for p := range i.store.partitions { // the index forgets a key before its unknown outcome
			unknown, err := i.store.client.ZRange(ctx, i.unknownKey(p), 0, -1).Result()
			if err != nil {
				return err
			}
			keys = append(keys, slices.DeleteFunc(unknown, func(member string) bool { return !strings.HasSuffix(member, "/"+key) })...)
		}
		slices.Sort(keys)
		for _, k := range slices.Compact(keys) {
			r, _, err := i.load(ctx, k)
			if err != nil {
				return err
			}
			if described := i.describe(r); described != nil {
				found = append(found, described)
			}
		}
		return nil
	})
	return found, err
}

// describe returns a record as staff see it, or nil for one that is absent or expired.
func (i *IdempotencyStore) describe(r *idempotency.Record) *bff.IdempotencyRecord {
	now := i.store.options.Now()
	if r == nil || r.Expired(now) {
		return nil
	}
	return r.Describe(i.store.options.IndexKey, now)
}

// ListUnknown returns records whose outcome is or was unknown, newest first; see staff.Payments.
func (i *IdempotencyStore) ListUnknown(ctx context.Context, before *bff.IdempotencyRecord, limit int, matches func(*bff.IdempotencyRecord) bool) ([]*bff.IdempotencyRecord, error) {
	if err := i.recordAbandoned(ctx); err != nil {
		return nil, err
	}
	var all []*bff.IdempotencyRecord
	for p := range i.store.partitions {
		page, err := i.listPartition(ctx, p, before, limit, matches)
		if err != nil {
			return nil, fmt.Errorf("redis: list idempotency records: %w", err)
		}
		all = append(all, page...)
	}
	slices.SortFunc(all, newestFirst)
	return all[:min(len(all), limit)], nil
}

func newestFirst(a, b *bff.IdempotencyRecord) int {
	return cmp.Or(b.At.Compare(a.At), strings.Compare(b.Key.String(), a.Key.String()))
}

func (i *IdempotencyStore) listPartition(ctx context.Context, p int, before *bff.IdempotencyRecord, limit int, matches func(*bff.IdempotencyRecord) bool) (page []*bff.IdempotencyRecord, err error) {
	highest := "+inf"
	if before != nil {
		highest = strconv.FormatInt(before.At.UnixMilli(), 10)
	}
	for offset := int64(0); len(page) < limit; offset += pageSize {
		bounded, cancel := i.store.withTimeout(ctx)
		keys, err := i.store.client.ZRevRangeByScore(bounded, i.unknownKey(p), &redis.ZRangeBy{Min: "-inf", Max: highest, Offset: offset, Count: pageSize}).Result()
		var values []any
		if err == nil && len(keys) > 0 {
			values, err = i.store.client.MGet(bounded, keys...).Result()
		}
		cancel()
		if err != nil || len(keys) == 0 {
			return page, err
		}
		for _, value := range values {
			text, ok := value.(string)
			if !ok {
				continue // it has expired
			}
			r, err := idempotency.Decode([]byte(text))
			if err != nil {
				return nil, err
			}
			described := i.describe(r)
			isListed := described != nil && (described.State == bff.IdempotencyUnknown || described.State == bff.IdempotencySettled)
			if isListed && (before == nil || newestFirst(before, described) < 0) && matches(described) {
				page = append(page, described)
			}
		}
	}
	return page, nil
}

// Settle changes the settlement of a record; see staff.Payments.
func (i *IdempotencyStore) Settle(ctx context.Context, key bff.IdempotencyKey, change func(bff.IdempotencyRecord) (*bff.Settlement, error)) (*bff.IdempotencyRecord, error) {
	ctx, cancel := i.store.withTimeout(context.WithoutCancel(ctx))
	defer cancel()
	r, value, err := i.load(ctx, i.redisKey(key))
	if err != nil {
		return nil, bff.ReasonUnavailable.WithCause(fmt.Errorf("redis: settle idempotency key: %w", err))
	}
	described := i.describe(r)
	if described == nil {
		return nil, bff.ErrNoRecord
	}
	settlement, err := change(*described)
	if err != nil {
		return nil, err
	}
	next := r.WithSettlement(settlement)
	encoded, err := next.Encode()
	if err != nil {
		return nil, err
	}
	switch written, err := i.replaceRecord(ctx, next, value, encoded); {
	case err != nil:
		return nil, bff.ReasonUnavailable.WithCause(fmt.Errorf("redis: settle idempotency key: %w", err))
	case !written:
		return nil, bff.ErrRecordModified
	}
	i.store.awaitMirror(ctx, i.store.mirror.put(mirrorEntry(next, encoded)))
	return next.Describe(i.store.options.IndexKey, i.store.options.Now()), nil
}

// recordAbandoned makes unknown outcomes of the claims whose instances have ended: their leases are over.
func (i *IdempotencyStore) recordAbandoned(ctx context.Context) error {
	now := i.store.options.Now()
	for p := range i.store.partitions {
		var keys []string
		err := i.store.within(ctx, "list claims", func(ctx context.Context) (err error) {
			keys, err = i.store.client.ZRangeByScore(ctx, i.inFlightKey(p), &redis.ZRangeBy{
				Min: "-inf", Max: strconv.FormatInt(now.UnixMilli(), 10), Count: pageSize,
			}).Result()
			return err
		})
		for n := 0; err == nil && n < len(keys); n++ {
			err = i.store.within(ctx, "record abandoned claim", func(ctx context.Context) error { return i.abandon(ctx, p, keys[n], now) })
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (i *IdempotencyStore) abandon(ctx context.Context, partition int, key string, now time.Time) error {
	r, value, err := i.load(ctx, key)
	if err != nil {
		return err
	}
	if r == nil || r.Answer != nil || r.Unknown != nil {
		return i.store.client.ZRem(ctx, i.inFlightKey(partition), key).Err()
	}
	if now.Before(r.Lease) {
		return nil
	}
	next := *r
	next.Unknown = idempotency.AbandonedReason()
	encoded, err := next.Encode()
	if err != nil {
		return err
	}
	written, err := i.replaceRecord(ctx, &next, value, encoded)
	if err == nil && written {
		i.store.mirror.put(mirrorEntry(&next, encoded))
	}
	return err
}

// abandonInterval is the time between two searches for abandoned claims.
const abandonInterval = 15 * time.Second

func (i *IdempotencyStore) uuidKey(key string) string { return i.store.key("idempotency-uuid", key) }
