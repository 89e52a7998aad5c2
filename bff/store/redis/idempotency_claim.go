package redis

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff"
	"croupier/bff/store/internal/idempotency"
)

// Claim implements idempotency.Backend.
func (m *moneyRecords) Claim(ctx context.Context, c *idempotency.Claim) (existing *idempotency.Record, err error) {
	known := m.mirrored(c.Key.String(), c.At)
	if known != nil && known.Final() {
		return known, nil // final, whatever Redis says
	}
	if err := idempotency.CheckTime(c.Key.Key, c.At); errors.Is(err, bff.ReasonKeyTime) {
		return nil, err
	}
	existing, err = m.writeClaim(ctx, c, known)
	switch {
	case errors.Is(err, errMayBeForgotten):
		return nil, idempotency.AbandonedReason().WithCause(err)
	case err != nil:
		m.answers.Withdraw(ctx, c)
		if known != nil {
			return known, nil // without Redis, the last that is known
		}
		return nil, fmt.Errorf("redis: %w", err)
	case existing == nil:
		m.mirrorClaim(ctx, c)
	}
	return existing, nil
}

// errMayBeForgotten is returned for a key without a record that may have been used before a loss, or long ago.
var errMayBeForgotten = errors.New("the key is older than the memory of Redis")

const maxClaimAttempts = 3

// writeClaim writes a claim if its key is free, or returns the existing record, which Redis may have lost. A key
// without a time waits while instances may still write its record back.
func (m *moneyRecords) writeClaim(ctx context.Context, c *idempotency.Claim, known *idempotency.Record) (*idempotency.Record, error) {
	waited := time.NewTimer(m.restoreWait)
	defer waited.Stop()
	for lost := 0; lost < maxClaimAttempts; {
		result, existing, err := m.tryClaim(ctx, c, known)
		switch {
		case err != nil:
			return nil, err
		case result == claimUnknown:
			return nil, errMayBeForgotten
		case result == claimLost:
			lost++
		case result == claimRestoring:
			select {
			case <-waited.C:
				return nil, errMayBeForgotten
			case <-m.closed:
				return nil, errClosed
			case <-time.After(restorePollInterval):
			}
		default:
			return existing, nil
		}
	}
	return nil, errors.New("the memory of Redis keeps changing")
}

// Results of claimScript.
const (
	claimed        = "claimed"
	claimFound     = "found"     // the key is not free
	claimForgotten = "forgotten" // it is not free, but Redis has lost the record
	claimUnknown   = "unknown"   // it may have been used before a loss
	claimRestoring = "restoring" // the same, until the instances have written back what they know
	claimLost      = "lost"      // Redis has lost its memory since the last check
)

// tryClaim runs claimScript and returns its result, with the existing record of a key that is not free.
func (m *moneyRecords) tryClaim(ctx context.Context, c *idempotency.Claim, known *idempotency.Record) (result string, existing *idempotency.Record, err error) {
	p := m.partition(c.Key)
	g := m.store.memory.generation(p)
	if g.ID == "" {
		return claimLost, nil, m.store.memory.check(ctx)
	}
	made, at := int64(0), c.At
	if t, ok := idempotency.KeyTime(c.Key.Key); ok {
		made = t.UnixMilli()
	}
	reply, err := m.store.runScript(ctx, claimScript, []string{m.redisKey(c.Key), m.store.generationKey(p), m.inFlightKey(p)},
		c.Encoded, idempotency.UnknownRetention.Milliseconds(), g.ID, g.Count, made, at.UnixMilli(), idempotency.Forgotten(at).UnixMilli()+1, known != nil,
		m.channel(), m.message(messagePut), m.store.memory.countField(), c.Lease.UnixMilli(), setTTL.Milliseconds()).StringSlice()
	if err == nil && len(reply) != 2 {
		err = fmt.Errorf("claim script: %d values", len(reply))
	}
	if err != nil {
		return "", nil, err
	}
	result, value := reply[0], reply[1]
	switch result {
	case claimed:
		count, _ := strconv.ParseInt(value, 10, 64)
		m.store.memory.acknowledge(p, g.ID, count)
		err = m.indexRequest(ctx, c)
	case claimFound:
		existing, err = m.found(ctx, c, known, value)
	case claimForgotten:
		existing = known
	case claimLost:
		err = m.store.memory.check(ctx)
	}
	return result, existing, err
}

// found returns the record of a key that is not free; nil if it is the claim itself, or has expired and is replaced.
func (m *moneyRecords) found(ctx context.Context, c *idempotency.Claim, known *idempotency.Record, value string) (*idempotency.Record, error) {
	if value == string(c.Encoded) { // an earlier attempt, whose reply was lost
		return nil, m.indexRequest(ctx, c)
	}
	r, err := idempotency.Decode([]byte(value))
	if err != nil {
		return nil, err
	}
	if !r.Expired(c.At) {
		if known != nil && known.Supersedes(r) {
			return known, nil // Redis has lost the outcome
		}
		return r, nil
	}
	// The record has expired by the clock of this instance, but not yet by that of Redis.
	if err := idempotency.CheckTime(c.Key.Key, c.At); err != nil {
		return nil, errMayBeForgotten
	}
	written, err := m.Replace(ctx, &c.Record, []byte(value))
	if err != nil {
		return nil, err
	}
	if !written {
		return nil, errors.New("key was claimed concurrently")
	}
	return nil, m.indexRequest(ctx, c)
}

func (m *moneyRecords) indexRequest(ctx context.Context, c *idempotency.Claim) error {
	_, err := m.store.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		m.index(ctx, p, &c.Record, idempotency.Retention)
		return nil
	})
	return err
}

// index writes what a record is found by. After ttl, OfKey finds those of unknown outcome only.
func (m *moneyRecords) index(ctx context.Context, p redis.Pipeliner, r *idempotency.Record, ttl time.Duration) {
	key := m.redisKey(r.Key)
	if r.RequestID != "" {
		p.Set(ctx, m.requestKey(r.RequestID), key, ttl)
	}
	p.SAdd(ctx, m.uuidKey(r.Key.Key), key)
	p.PExpire(ctx, m.uuidKey(r.Key.Key), ttl)
}
