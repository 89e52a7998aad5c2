package redis

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff"
	"croupier/bff/store"
	"croupier/bff/store/internal/idempotency"
)

func (m *moneyRecords) Claim(ctx context.Context, c *idempotency.Claim) (existing *idempotency.Record, err error) {
	known := m.mirrored(c.Key.String(), c.At)
	if known != nil && known.Final() {
		return known, nil // final regardless of Redis
	}
	if err := idempotency.CheckTime(c.Key.Key, c.At); errors.Is(err, bff.ReasonKeyTime) {
		return nil, err
	}
	existing, err = m.writeClaim(ctx, c, known)
	switch {
	case errors.Is(err, errMayBeForgotten):
		return nil, idempotency.AbandonedReason().WithCause(err)
	case err != nil && known != nil:
		return known, nil // without Redis, the last known record
	case err != nil:
		m.answers.Withdraw(ctx, c)
		return nil, fmt.Errorf("could not claim the idempotency key in Redis: %w", err)
	case existing == nil:
		// A failure does not prevent the call.
		m.store.awaitMirror(ctx, m.store.memory.mirrorWith(m.partition(c.Key), mirrorEntry(&c.Record, c.Encoded)))
	}
	return existing, nil
}

// errMayBeForgotten is returned for a key that may have been used before a loss or long ago.
var errMayBeForgotten = errors.New("the key may have been used before Redis lost or dropped its record")

const maxClaimAttempts = 3

// writeClaim writes a claim or returns the key's record, which Redis may have lost. A key without a
// time waits while other instances may write back its record.
func (m *moneyRecords) writeClaim(
	ctx context.Context, c *idempotency.Claim, known *idempotency.Record,
) (*idempotency.Record, error) {
	waited := time.NewTimer(m.restoreWait)
	defer waited.Stop()
	p, memory := m.partition(c.Key), m.store.memory
	for lost := 0; lost < maxClaimAttempts; {
		g := memory.generation(p)
		result, value, err := m.runClaim(ctx, c, p, g, known != nil)
		if err != nil {
			return nil, err
		}
		switch result {
		case "claimed":
			count, _ := strconv.ParseInt(value, 10, 64)
			memory.acknowledge(p, g.ID, count)
			return nil, m.indexRequest(ctx, c)
		case "found":
			return m.found(ctx, c, known, value)
		case "forgotten":
			return known, nil
		case "unknown":
			return nil, errMayBeForgotten
		case "restoring":
			select {
			case <-waited.C:
				return nil, errMayBeForgotten
			case <-m.closed:
				return nil, store.ErrClosed
			case <-time.After(restorePollInterval):
			}
		default:
			lost++
			if err := memory.check(ctx); err != nil {
				return nil, err
			}
		}
	}
	return nil, errors.New("redis lost data several times")
}

// runClaim runs claimScript. Without a known generation it returns "lost".
func (m *moneyRecords) runClaim(
	ctx context.Context, c *idempotency.Claim, partition int, g generation, isKnown bool,
) (result, value string, err error) {
	if g.ID == "" {
		return "lost", "", nil
	}
	made := int64(0)
	if t, ok := idempotency.KeyTime(c.Key.Key); ok {
		made = t.UnixMilli()
	}
	keys := []string{m.redisKey(c.Key), m.store.generationKey(partition), m.inFlightKey(partition)}
	reply, err := m.store.runScriptOn(ctx, claimScript, keys,
		c.Encoded, bff.UnknownMoneyRetention.Milliseconds(), g.ID, g.Count, made, c.At.UnixMilli(),
		idempotency.Forgotten(c.At).UnixMilli()+1, isKnown, m.channel(), m.message(messagePut),
		m.store.memory.countField(), c.Lease.UnixMilli(), setTTL.Milliseconds()).StringSlice()
	if err != nil {
		return "", "", err
	}
	return reply[0], reply[1], nil
}

// found returns the record of a key that is not free. It returns nil if the record is the claim
// itself, or if it has replaced an expired record by the claim.
func (m *moneyRecords) found(ctx context.Context, c *idempotency.Claim, known *idempotency.Record,
	value string,
) (*idempotency.Record, error) {
	if value == string(c.Encoded) { // from an earlier attempt with a lost reply
		return nil, m.indexRequest(ctx, c)
	}
	r, err := idempotency.Decode([]byte(value))
	if err != nil {
		return nil, err
	}
	if !r.Expired(c.At) {
		if known != nil && known.Supersedes(r) {
			return known, nil // Redis lost the outcome
		}
		return r, nil
	}
	// The record has expired by the clock of this instance, but not yet by the clock of Redis.
	if err := idempotency.CheckTime(c.Key.Key, c.At); err != nil {
		return nil, errMayBeForgotten
	}
	written, err := m.Replace(ctx, &c.Record, []byte(value))
	if err != nil {
		return nil, err
	}
	if !written {
		return nil, errors.New("the key was claimed concurrently")
	}
	return nil, m.indexRequest(ctx, c)
}

func (m *moneyRecords) indexRequest(ctx context.Context, c *idempotency.Claim) error {
	_, err := m.store.pipelined(ctx, func(p redis.Pipeliner) {
		m.index(ctx, p, &c.Record, bff.MoneyRetention)
	})
	return err
}

// index writes the index of a record. After ttl, OfKey finds only unknown outcomes.
func (m *moneyRecords) index(ctx context.Context, p redis.Pipeliner, r *idempotency.Record, ttl time.Duration) {
	key := m.redisKey(r.Key)
	if r.RequestID != "" {
		p.Set(ctx, m.requestKey(r.RequestID), key, ttl)
	}
	p.SAdd(ctx, m.uuidKey(r.Key.Key), key)
	p.PExpire(ctx, m.uuidKey(r.Key.Key), ttl)
}
