package redis

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff"
	"croupier/bff/store"
	"croupier/bff/store/internal/idempotency"
)

// topicIdempotency distributes changed records because each instance mirrors all records.
const topicIdempotency bff.Topic = "idempotency"

// The first lines of messages.
const (
	messagePut     = "put"     // followed by the encoded record
	messageRelease = "release" // followed by the token and the key
)

func (m *moneyRecords) channel() string { return m.store.key("bus", string(topicIdempotency)) }

// message returns the start of a message to the other instances.
func (m *moneyRecords) message(kind string) string { return m.store.origin + "\n" + kind + "\n" }

func (m *moneyRecords) onMessage(payload []byte) {
	kind, rest, _ := strings.Cut(string(payload), "\n")
	now := m.store.options.Now()
	switch kind {
	case messagePut:
		r, err := idempotency.Decode([]byte(rest))
		if err != nil || r.Expired(now) {
			return
		}
		if known := m.mirrored(r.Key.String(), now); known == nil || !known.Outlasts(r) {
			m.store.mirror.Put(mirrorEntry(r, []byte(rest)))
		}
	case messageRelease:
		token, key, _ := strings.Cut(rest, "\n")
		m.unmirror(key, token)
	}
}

// unmirror deletes a released claim from the mirror. It does not delete a later claim of the key.
func (m *moneyRecords) unmirror(key, token string) *store.Write {
	if known := m.mirrored(key, m.store.options.Now()); known != nil && known.Token == token {
		return m.store.mirror.Put(store.Entry{Set: mirroredKeys, Key: key})
	}
	return m.store.mirror.Put()
}

func (m *moneyRecords) mirrored(key string, now time.Time) *idempotency.Record {
	value := m.store.mirror.get(mirroredKeys, key)
	if value == nil {
		return nil
	}
	r, err := idempotency.Decode(value)
	if err != nil {
		m.store.options.Log.Error("could not decode a mirrored idempotency record, ignoring it", "error", err)
		return nil
	}
	if r.Expired(now) {
		return nil
	}
	return r
}

// Mirror implements idempotency.Backend. If the mirror fails, only Redis has the outcome.
func (m *moneyRecords) Mirror(r *idempotency.Record) (durable func(context.Context)) {
	write := m.store.mirror.Put(mirrorEntry(r, r.Encode()))
	return func(ctx context.Context) { m.store.awaitMirror(ctx, write) }
}

// mirrorEntry returns the entry of a record. A claim is mirrored as long as a response because this
// instance may have missed the response.
func mirrorEntry(r *idempotency.Record, encoded []byte) store.Entry {
	until := r.Until()
	if r.IsClaim() {
		until = r.At.Add(bff.MoneyRetention)
	}
	return store.Entry{Set: mirroredKeys, Key: r.Key.String(), Value: encoded, Until: until}
}

// restore writes back records that Redis lacks, after a loss also calls in flight.
func (m *moneyRecords) restore(ctx context.Context, loss bool, progress progressFunc) (n int, err error) {
	return n, m.store.restoreSet(ctx, mirroredKeys, progress, func(page []store.Entry) error {
		restored, err := m.restorePage(ctx, page, func(r *idempotency.Record) bool { return loss && m.wasLost(r) })
		n += restored
		return err
	})
}

// restorePage writes the records of a page that Redis lacks, and calls in flight if wasLost.
func (m *moneyRecords) restorePage(ctx context.Context, page []store.Entry,
	wasLost func(*idempotency.Record) bool,
) (n int, err error) {
	now := m.store.options.Now()
	records, cmds := make([]*idempotency.Record, len(page)), make([]*redis.StatusCmd, len(page))
	_, err = m.store.pipelined(ctx, func(p redis.Pipeliner) {
		for at, e := range page {
			r, err := idempotency.Decode(e.Value)
			if err != nil || r.Expired(now) || r.IsClaim() && !wasLost(r) {
				continue
			}
			ttl := e.Until.Sub(now)
			records[at] = r
			cmds[at] = p.SetArgs(ctx, m.redisKey(r.Key), e.Value, redis.SetArgs{Mode: "NX", Get: true, TTL: ttl})
			m.restoreIndex(ctx, p, r)
		}
	})
	if err != nil {
		return 0, named("restore idempotency records", err)
	}
	for at, cmd := range cmds {
		if cmd == nil {
			continue
		}
		found, err := cmd.Result()
		isRestored := errors.Is(err, redis.Nil)
		if err == nil && found != string(page[at].Value) {
			isRestored, err = m.restoreOutcome(ctx, records[at], found)
		}
		if isRestored {
			n++
		} else if err != nil {
			return n, named("restore idempotency record", err)
		}
	}
	return n, nil
}

// wasLost reports whether a claim is older than the current generation.
func (m *moneyRecords) wasLost(r *idempotency.Record) bool {
	return r.At.UnixMilli() < m.store.memory.generation(m.partition(r.Key)).Since
}

func (m *moneyRecords) restoreOutcome(ctx context.Context, r *idempotency.Record, found string) (bool, error) {
	existing, err := idempotency.Decode([]byte(found))
	if err != nil || !r.Supersedes(existing) {
		return false, err
	}
	return m.Replace(ctx, r, []byte(found))
}

// restoreIndex writes the index entries of a restored record.
func (m *moneyRecords) restoreIndex(ctx context.Context, p redis.Pipeliner, r *idempotency.Record) {
	partition, key := m.partition(r.Key), m.redisKey(r.Key)
	switch {
	case r.Answer != nil:
	case r.Unknown != nil:
		p.ZAddNX(ctx, m.unknownKey(partition), redis.Z{Score: float64(r.At.UnixMilli()), Member: key})
		p.PExpire(ctx, m.unknownKey(partition), setTTL)
	default:
		p.ZAddNX(ctx, m.inFlightKey(partition), redis.Z{Score: float64(r.Lease.UnixMilli()), Member: key})
		p.PExpire(ctx, m.inFlightKey(partition), setTTL)
	}
	if ttl := r.At.Add(bff.MoneyRetention).Sub(m.store.options.Now()); ttl > 0 {
		m.index(ctx, p, r, ttl)
	}
}

// EachIdempotencyRecord calls fn with every record until fn fails, concurrently for cluster nodes.
func (s *Store) EachIdempotencyRecord(ctx context.Context, fn func(encoded []byte) error) error {
	return s.eachKey(ctx, s.key("idempotency", ""), func(keys []string) error {
		values, err := s.getAllOf(ctx, keys, func(key string) string { return s.key("idempotency", key) })
		for _, v := range values {
			if err == nil && v != "" { // not expired since the scan
				err = fn([]byte(v))
			}
		}
		return err
	})
}

// ImportIdempotencyRecord writes a record to the mirror, and to Redis unless it has a newer one.
func (s *Store) ImportIdempotencyRecord(ctx context.Context, encoded []byte) error {
	r, err := idempotency.Decode(encoded)
	if err != nil {
		return err
	}
	e := mirrorEntry(r, encoded)
	if err := s.mirror.Await(ctx, s.mirror.Put(e)); err != nil {
		return named("mirror idempotency record", err)
	}
	_, err = s.money.restorePage(ctx, []store.Entry{e}, func(*idempotency.Record) bool { return true })
	return err
}
