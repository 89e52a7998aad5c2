package redis

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff"
	"croupier/bff/store/internal/idempotency"
)

// ErrLost is an outcome for a claim that this instance does not hold, or that another has
// taken since.
var ErrLost = errors.New("money claim is not held")

// settleScript replaces a claim by its outcome. A claim that Redis lost, in a failover say,
// is written down again, for the call was sent; one that somebody else holds is left alone.
// Running it twice does no more than running it once.
const settleScript = `
local now = redis.call('GET', KEYS[1])
if now and now ~= ARGV[1] and now ~= ARGV[2] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`

const (
	// settleAttempts is how often an outcome is written where Redis does not answer, while its
	// player waits.
	settleAttempts = 3
	// insistEvery is how often it is written after that.
	insistEvery = time.Second
)

// releaseScript forgets a claim that is still the caller's own.
const releaseScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1`

// IdempotencyStore is the journal of money calls (calls.md §5). Without Redis it refuses money:
// nothing is sent that could not be written down first. Where an instance goes away
// between sending and answering, its claim counts as in flight until its lease ends, and
// as an unknown outcome from then on. An outcome that Redis does not take is kept here and
// written once Redis is back, which may have lost the claim by then.
type IdempotencyStore struct {
	store   *Store
	running context.Context // until the store is closed
	mu      sync.Mutex
	held    map[bff.IdempotencyKey]claim // by this instance: as many as it has calls in flight
}

// claim is a key that this instance has begun.
type claim struct {
	entry idempotency.Record
	bytes []byte // as Redis holds it; no two claims are alike
}

func newJournal(ctx context.Context, s *Store) *IdempotencyStore {
	return &IdempotencyStore{store: s, running: ctx, held: map[bff.IdempotencyKey]claim{}}
}

// Claim claims key for a body, or gives what is known of it; see gateway.IdempotencyStore.
func (j *IdempotencyStore) Claim(ctx context.Context, key bff.IdempotencyKey, body bff.Fingerprint) (*bff.Answer, error) {
	now := j.store.options.Now()
	c := claim{entry: idempotency.Record{Key: key, Body: body, Token: rand.Text(), At: now, Lease: now.Add(j.store.options.Lease)}}
	if scope := bff.ScopeOf(ctx); scope != nil {
		c.entry.RequestID = scope.RequestID
	}
	var err error
	if c.bytes, err = c.entry.Encode(); err != nil {
		return nil, bff.ReasonUnavailable.WithCause(err)
	}
	if held, ok := j.holds(key); ok {
		return held.entry.Replay(body, now) // whatever Redis has lost of it
	}
	// A visitor who leaves must not leave behind a claim that nobody knows of.
	ctx = context.WithoutCancel(ctx)
	taken, err := j.take(ctx, c)
	switch {
	case err != nil:
		j.giveUp(ctx, c)
		return nil, bff.ReasonUnavailable.WithCause(fmt.Errorf("redis: journal: %w", err))
	case taken != nil:
		return taken.Replay(body, now)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.held[key] = c
	return nil, nil
}

// take writes a claim where the key is free; otherwise it gives the entry that is there.
func (j *IdempotencyStore) take(ctx context.Context, c claim) (*idempotency.Record, error) {
	ctx, done := j.store.within(ctx)
	defer done()
	key := j.key(c.entry.Key)
	found, err := j.store.client.SetArgs(ctx, key, c.bytes, redis.SetArgs{Mode: "NX", Get: true, TTL: idempotency.Retention}).Result()
	// A repeat by the client itself finds the claim that its first attempt wrote.
	if errors.Is(err, redis.Nil) || err == nil && found == string(c.bytes) {
		return nil, j.index(ctx, c)
	}
	if err != nil {
		return nil, err
	}
	e, err := idempotency.Decode([]byte(found))
	if err != nil || c.entry.At.Before(e.At.Add(idempotency.Retention)) {
		return e, err
	}
	// Its time is over by this clock, if not yet by Redis's.
	took, err := j.store.runOnce(ctx, settleScript, key, found, c.bytes, idempotency.Retention.Milliseconds())
	if err != nil {
		return nil, err
	}
	if took != int64(1) {
		return nil, errors.New("the key was claimed meanwhile")
	}
	return nil, j.index(ctx, c)
}

// index lets staff find a claim by the id of its request.
func (j *IdempotencyStore) index(ctx context.Context, c claim) error {
	if c.entry.RequestID == "" {
		return nil
	}
	return j.store.client.Set(ctx, j.store.key("request", c.entry.RequestID), j.key(c.entry.Key), idempotency.Retention).Err()
}

// giveUp takes back a claim that may have been written although nothing will be sent.
// Where that fails too, a repeat is told to look at the history: cautious, never wrong.
func (j *IdempotencyStore) giveUp(ctx context.Context, c claim) {
	ctx, done := j.store.within(ctx)
	defer done()
	if _, err := j.store.runOnce(ctx, releaseScript, j.key(c.entry.Key), c.bytes); err != nil {
		j.store.options.Log.WarnContext(ctx, "money claim left behind", "error", err)
	}
}

// Finish records the answer that repeats are given.
func (j *IdempotencyStore) Finish(ctx context.Context, key bff.IdempotencyKey, a *bff.Answer) error {
	return j.settle(ctx, key, func(e *idempotency.Record) { e.Answer = a })
}

// MarkUnknown records that the outcome is not known.
func (j *IdempotencyStore) MarkUnknown(ctx context.Context, key bff.IdempotencyKey, r *bff.Reason) error {
	return j.settle(ctx, key, func(e *idempotency.Record) { e.Unknown = r.WithCause(nil) })
}

// Release forgets the claim.
func (j *IdempotencyStore) Release(ctx context.Context, key bff.IdempotencyKey) error {
	c, ok := j.holds(key)
	if !ok {
		return ErrLost
	}
	defer j.letGo(key)
	ctx, done := j.store.within(ctx)
	defer done()
	if _, err := j.store.runOnce(ctx, releaseScript, j.key(key), c.bytes); err != nil {
		return fmt.Errorf("redis: journal: %w", err)
	}
	return nil
}

// Find gives the call that a request claimed; see bff.JournalReader.
func (j *IdempotencyStore) Find(ctx context.Context, requestID string) (*bff.IdempotencyRecord, error) {
	ctx, done := j.store.within(ctx)
	defer done()
	key, err := j.store.client.Get(ctx, j.store.key("request", requestID)).Result()
	if errors.Is(err, redis.Nil) {
		return nil, nil //nolint:nilnil // the interface says nil where nothing is known
	}
	if err != nil {
		return nil, fmt.Errorf("redis: journal: %w", err)
	}
	value, err := j.store.client.Get(ctx, key).Bytes()
	if errors.Is(err, redis.Nil) {
		return nil, nil //nolint:nilnil // released since
	}
	if err != nil {
		return nil, fmt.Errorf("redis: journal: %w", err)
	}
	e, err := idempotency.Decode(value)
	now := j.store.options.Now()
	if err != nil || !now.Before(e.At.Add(idempotency.Retention)) {
		return nil, err
	}
	return e.Describe(now), nil
}

// settle writes what became of a held claim.
func (j *IdempotencyStore) settle(ctx context.Context, key bff.IdempotencyKey, set func(*idempotency.Record)) error {
	c, ok := j.holds(key)
	if !ok {
		return ErrLost
	}
	set(&c.entry)
	outcome, err := c.entry.Encode()
	if err != nil {
		j.letGo(key)
		return err
	}
	for range settleAttempts { // an outcome that is known is worth another try
		if err = j.write(ctx, c, outcome); err == nil || errors.Is(err, ErrLost) {
			j.letGo(key)
			return err
		}
	}
	j.insist(c, outcome)
	return fmt.Errorf("redis: journal: %w", err)
}

// insist keeps the outcome of a claim for repeats that come here, and writes it as soon as
// Redis takes it.
func (j *IdempotencyStore) insist(c claim, outcome []byte) {
	key := c.entry.Key
	j.mu.Lock()
	j.held[key] = c
	j.mu.Unlock()
	j.store.running.Go(func() {
		defer j.letGo(key)
		ticks := time.NewTicker(insistEvery)
		defer ticks.Stop()
		for j.store.options.Now().Before(c.entry.At.Add(idempotency.Retention)) {
			select {
			case <-j.running.Done():
				return
			case <-ticks.C:
			}
			if err := j.write(j.running, c, outcome); err == nil || errors.Is(err, ErrLost) {
				return
			}
		}
	})
}

// write puts the outcome of a claim in its place. It fails with ErrLost where another has
// taken that.
func (j *IdempotencyStore) write(ctx context.Context, c claim, outcome []byte) error {
	ctx, done := j.store.within(ctx)
	defer done()
	left := max(c.entry.At.Add(idempotency.Retention).Sub(j.store.options.Now()), j.store.options.Lease)
	kept, err := j.store.runOnce(ctx, settleScript, j.key(c.entry.Key), c.bytes, outcome, left.Milliseconds())
	if err == nil && kept != int64(1) {
		return ErrLost
	}
	return err
}

// holds gives a claim that this instance has in flight.
func (j *IdempotencyStore) holds(key bff.IdempotencyKey) (c claim, ok bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	c, ok = j.held[key]
	return c, ok
}

// letGo ends this instance's hold of a claim, once Redis knows what became of it: until then
// the hold is what keeps a claim that Redis has lost from being sent again.
func (j *IdempotencyStore) letGo(key bff.IdempotencyKey) {
	j.mu.Lock()
	defer j.mu.Unlock()
	delete(j.held, key)
}

func (j *IdempotencyStore) key(key bff.IdempotencyKey) string {
	return j.store.key("money", key.String())
}
