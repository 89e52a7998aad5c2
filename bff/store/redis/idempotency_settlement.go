package redis

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff"
	"croupier/bff/store"
	"croupier/bff/store/internal/idempotency"
)

// Lookup returns the record of a player's key, or nil; see bff.IdempotencyStore. Without Redis it
// returns the last that this instance knows.
func (i *IdempotencyStore) Lookup(ctx context.Context, key bff.IdempotencyKey) (*bff.IdempotencyRecord, error) {
	key = i.hashed(key)
	now := i.store.options.Now()
	if held, ok := i.claim(key); ok {
		return held.record.Describe(i.store.options.IndexKey, now), nil
	}
	known := i.mirrored(key.String(), now)
	if known != nil && known.Final() {
		return known.Describe(i.store.options.IndexKey, now), nil
	}
	ctx, cancel := i.store.withTimeout(ctx)
	defer cancel()
	r, _, err := i.load(ctx, i.redisKey(key))
	switch {
	case r == nil && known != nil, r != nil && known != nil && known.Supersedes(r):
		return known.Describe(i.store.options.IndexKey, now), nil
	case err != nil:
		return nil, fmt.Errorf("redis: look idempotency key up: %w", err)
	case r == nil || r.Expired(now):
		return nil, nil //nolint:nilnil // documented by the interface
	}
	return r.Describe(i.store.options.IndexKey, now), nil
}

// FindKey returns the records of a key of any player; see staff.Payments.
func (i *IdempotencyStore) FindKey(ctx context.Context, key string) ([]*bff.IdempotencyRecord, error) {
	ctx, cancel := i.store.withTimeout(ctx)
	defer cancel()
	keys, err := i.store.client.SMembers(ctx, i.uuidKey(key)).Result()
	if err != nil {
		return nil, fmt.Errorf("redis: find idempotency key: %w", err)
	}
	for p := range i.store.partitions { // the index forgets a key before its unknown outcome
		unknown, err := i.store.client.ZRange(ctx, i.unknownKey(p), 0, -1).Result()
		if err != nil {
			return nil, fmt.Errorf("redis: find idempotency key: %w", err)
		}
		for _, member := range unknown {
			if strings.HasSuffix(member, "/"+key) {
				keys = append(keys, member)
			}
		}
	}
	slices.Sort(keys)
	var found []*bff.IdempotencyRecord
	now := i.store.options.Now()
	for _, k := range slices.Compact(keys) {
		r, _, err := i.load(ctx, k)
		if err != nil {
			return nil, fmt.Errorf("redis: find idempotency key: %w", err)
		}
		if r != nil && !r.Expired(now) {
			found = append(found, r.Describe(i.store.options.IndexKey, now))
		}
	}
	return found, nil
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
	now := i.store.options.Now()
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
			described := r.Describe(i.store.options.IndexKey, now)
			isListed := described.State == bff.IdempotencyUnknown || described.State == bff.IdempotencySettled
			if r.Expired(now) || !isListed || before != nil && newestFirst(before, described) >= 0 || !matches(described) {
				continue
			}
			page = append(page, described)
		}
	}
	return page, nil
}

// Settle changes the settlement of a record; see staff.Payments.
func (i *IdempotencyStore) Settle(ctx context.Context, key bff.IdempotencyKey, change func(bff.IdempotencyRecord) (*bff.Settlement, error)) (*bff.IdempotencyRecord, error) {
	ctx, cancel := i.store.withTimeout(context.WithoutCancel(ctx))
	defer cancel()
	now := i.store.options.Now()
	r, value, err := i.load(ctx, i.redisKey(key))
	switch {
	case err != nil:
		return nil, bff.ReasonUnavailable.WithCause(fmt.Errorf("redis: settle idempotency key: %w", err))
	case r == nil || r.Expired(now):
		return nil, bff.ErrNoRecord
	}
	settlement, err := change(*r.Describe(i.store.options.IndexKey, now))
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
	i.awaitMirror(ctx, i.store.mirror.enqueue([]store.Entry{mirrorEntry(next, encoded)}))
	return next.Describe(i.store.options.IndexKey, now), nil
}

// recordAbandoned makes unknown outcomes of the claims whose instances have ended: their leases are over.
func (i *IdempotencyStore) recordAbandoned(ctx context.Context) error {
	now := i.store.options.Now()
	for p := range i.store.partitions {
		bounded, cancel := i.store.withTimeout(ctx)
		keys, err := i.store.client.ZRangeByScore(bounded, i.inFlightKey(p), &redis.ZRangeBy{
			Min: "-inf", Max: strconv.FormatInt(now.UnixMilli(), 10), Count: pageSize,
		}).Result()
		cancel()
		if err != nil {
			return fmt.Errorf("redis: list claims: %w", err)
		}
		for _, key := range keys {
			if err := i.abandon(ctx, p, key, now); err != nil {
				return fmt.Errorf("redis: record abandoned claim: %w", err)
			}
		}
	}
	return nil
}

func (i *IdempotencyStore) abandon(ctx context.Context, partition int, key string, now time.Time) error {
	ctx, cancel := i.store.withTimeout(ctx)
	defer cancel()
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

const abandonInterval = 15 * time.Second

func (i *IdempotencyStore) watchAbandoned() {
	ticks := time.Tick(abandonInterval)
	for {
		select {
		case <-i.background.Done():
			return
		case <-ticks:
			_ = i.recordAbandoned(i.background) // an unreachable Redis is reported by Ping
		}
	}
}

func (i *IdempotencyStore) uuidKey(key string) string { return i.store.key("idempotency-uuid", key) }
