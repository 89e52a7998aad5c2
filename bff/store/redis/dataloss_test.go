package redis_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/store/internal/idempotency"
	"croupier/bff/store/redis"
	"croupier/bff/test/storetest"
	"croupier/bff/test/storetest/realredis"
)

// loseData deletes everything in a Redis, like a failover to a replica that has not received the
// latest writes.
func loseData(t *testing.T, s *realredis.Server) { do(t, s, "FLUSHALL") }

// now is the present time with the resolution of revocations.
func now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }

func TestRevokedSessionStaysRevokedAfterDataLoss(t *testing.T) {
	t.Parallel()
	server, one, two := startTwo(t, redis.Options{})
	at := now()
	revoke(t, one, "login/a", at)
	waitFor(t, "the other instance has cached the entry", func() bool { return two.Revocations().Cached("login/a") })
	loseData(t, server)
	for name, s := range map[string]*redis.Store{"the revoking instance": one, "another instance": two} {
		assertRevoked(t, name, s, "login/a", at)
		assertRevoked(t, name, s, "login/b", time.Time{})
	}
	later := at.Add(time.Minute)
	for _, moment := range []time.Time{later, at} { // the second write simulates the loss of the first
		revoke(t, one, "login/a", moment)
		assertRevoked(t, fmt.Sprint("revoked again, entry in Redis at ", moment), one, "login/a", later)
	}
}

// An instance with a mirror writes the revocations back. Another instance, which started with an
// empty Redis, learns them and applies them also when Redis cannot be reached.
func TestRestoredRevocationsReachOtherInstances(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	o := redis.Options{Prefix: "p", Mirror: redis.NewMemoryMirror(time.Now)}
	at := now()
	one := open(t, server.URL(), o)
	revoke(t, one, "login/a", at)
	must(t, one.Close())
	loseData(t, server)
	running := open(t, server.URL(), redis.Options{Prefix: "p"})
	waitFor(t, "all revocations are read", running.Revocations().Complete)
	assertRevoked(t, "a restarted instance", open(t, server.URL(), o), "login/a", at)
	waitFor(t, "the revocation is cached", func() bool { return running.Revocations().Cached("login/a") })
	fresh := open(t, server.URL(), redis.Options{Prefix: "p"})
	waitFor(t, "an instance without a mirror reads the entry from Redis", func() bool {
		got, err := fresh.Revocations().Revoked(t.Context(), "login/a")
		return err == nil && len(got) == 1 && got[0].Equal(at)
	})
	server.Kill()
	assertRevoked(t, "without Redis", running, "login/a", at)
}

func TestClaimInFlightSurvivesDataLoss(t *testing.T) {
	t.Parallel()
	server, one, two := startTwo(t, redis.Options{Prefix: "p"})
	repeated, finished := keyWithoutTime(1), keyWithoutTime(2)
	claimFree(t, one, repeated)
	claimFree(t, one, finished)
	loseData(t, server)
	must(t, one.IdempotencyStore().Finish(t.Context(), finished, paid))
	assert.ErrorIs(t, one.IdempotencyStore().Finish(t.Context(), finished, paid), idempotency.ErrClaimLost,
		"second Finish")
	assertReplayed(t, "repeat at another instance", two, finished)
	assert.ErrorIs(t, two.IdempotencyStore().Release(t.Context(), finished), idempotency.ErrClaimLost,
		"Release by another instance")
	assertRefused(t, "repeat in flight", one, repeated, bff.ReasonDuplicate)
	assertOtherBody(t, "in flight", one, repeated)
	must(t, one.IdempotencyStore().Finish(t.Context(), repeated, paid))
	assertReplayed(t, "repeat after Finish", one, repeated)
}

// Without Redis, an instance repeats known outcomes and refuses unknown keys as unavailable. It
// writes outcomes that Redis could not record later.
func TestKnownKeysAreRepeatedWithoutRedis(t *testing.T) {
	t.Parallel()
	server, s := start(t, redis.Options{})
	settled, unknown, flying := keyWithoutTime(1), keyWithoutTime(2), keyWithoutTime(3)
	settle(t, s, settled)
	settleUnknown(t, s, unknown)
	claimFree(t, s, flying)
	server.Kill() // loses everything
	assert.Error(t, s.IdempotencyStore().Finish(t.Context(), flying, paid), "Finish succeeded without Redis")
	assertReplayed(t, "settled", s, settled)
	assertReplayed(t, "finished during the outage", s, flying)
	assertUnknown(t, "unknown", s, unknown)
	assertRefused(t, "a key that nobody knows", s, keyWithoutTime(4), bff.ReasonUnavailable)
	server.Run(t)
	waitFor(t, "the outcome is written", func() bool {
		reply, err := server.Do("EXISTS", s.RedisKey(flying))
		return err == nil && reply == "1"
	})
	assertReplayed(t, "after the outage", s, flying)
	assertReplayed(t, "after the outage at another instance", open(t, server.URL(), redis.Options{}), flying)
}

func TestSwapAfterDataLossFindsTheLostRecord(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	r := open(t, server.URL(), redis.Options{}).Records("one")
	must(t, r.Put(t.Context(), "k", []byte("1")))
	loseData(t, server)
	ok, err := r.Swap(t.Context(), "k", nil, []byte("2"))
	assert.True(t, !ok && err == nil, "created again: %v, %v", ok, err)
	ok, err = r.Swap(t.Context(), "k", []byte("1"), []byte("2"))
	assert.True(t, ok && err == nil, "replaced: %v, %v", ok, err)
	loseData(t, server)
	all, err := r.All(t.Context())
	assert.True(t, err == nil && string(all["k"]) == "2", "after another loss: %q, %v", all, err)
}

func TestSettledAndUnknownKeysSurviveDataLoss(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(t *testing.T, s *realredis.Server){
		"flushed":   loseData,
		"restarted": func(t *testing.T, s *realredis.Server) { t.Helper(); s.Kill(); s.Run(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := realredis.Start(t)
			withMirror := redis.Options{Prefix: "p", Mirror: redis.NewMemoryMirror(time.Now)}
			one, two := open(t, server.URL(), withMirror), open(t, server.URL(), redis.Options{Prefix: "p"})
			settled, unknown, flying := keyWithoutTime(1), keyWithoutTime(2), keyWithoutTime(3)
			settle(t, one, settled)
			settleUnknown(t, one, unknown)
			claimFree(t, one, flying)
			waitFor(t, "the other instance mirrors the keys", func() bool {
				i := two
				return i.MirroredOutcome(settled) && i.MirroredOutcome(unknown) && i.Mirrored(flying)
			})
			lose(t, server)
			assertKnown := func(name string, s *redis.Store) {
				assertReplayed(t, name+": settled", s, settled)
				assertUnknown(t, name+": unknown", s, unknown)
				assertRefused(t, name+": in flight", s, flying, bff.ReasonDuplicate)
				assertOtherBody(t, name, s, unknown)
			}
			waitFor(t, "the store is reachable",
				func() bool { return one.Ping(t.Context()) == nil && two.Ping(t.Context()) == nil })
			assertKnown("another instance", two)
			assertKnown("the instance", one)
			// Both write back their records. A new instance finds the records in Redis.
			waitFor(t, "the records are written back", func() bool {
				return one.Losses() == 1 && two.Losses() == 1 && !one.Restoring() && !two.Restoring()
			})
			assertKnown("a new instance", open(t, server.URL(), redis.Options{Prefix: "p"}))
			// Another loss while an instance is down.
			must(t, two.Close())
			must(t, one.IdempotencyStore().Finish(t.Context(), flying, paid))
			must(t, one.Close())
			lose(t, server)
			again := open(t, server.URL(), withMirror)
			assertReplayed(t, "after a restart: settled", again, settled)
			assertReplayed(t, "after a restart: finished later", again, flying)
			assertUnknown(t, "after a restart: unknown", again, unknown)
			assert.EqualValues(t, 1, again.Losses(), "a restarted instance noticed %d losses, want 1", again.Losses())
		})
	}
}

// A payment with an unknown outcome is not sent again after its record was moved to this Redis.
func TestImportedPaymentsAreNotSentAgain(t *testing.T) {
	t.Parallel()
	c := storetest.NewClock()
	_, from := start(t, redis.Options{Prefix: "p", Now: c.Now})
	_, to, other := startTwo(t, redis.Options{Prefix: "p", Now: c.Now})
	c.Advance(time.Minute) // the generation of to is older
	flying, settled := keyAt(c.Now(), 1), keyAt(c.Now(), 2)
	claimFree(t, from, flying)
	settle(t, from, settled)
	must(t, from.EachIdempotencyRecord(t.Context(),
		func(encoded []byte) error { return to.ImportIdempotencyRecord(t.Context(), encoded) }))
	assertRefused(t, "in flight", other, flying, bff.ReasonDuplicate)
	assertReplayed(t, "settled", other, settled)
	c.Advance(time.Hour)
	assertUnknown(t, "abandoned", other, flying)
}

func TestKeysOlderThanTheLossAreNotSent(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	c := storetest.NewClock()
	s := open(t, server.URL(), redis.Options{Now: c.Now, Prefix: "p"})
	s.DoNotWait()
	// A key that no instance knows, although it may have been used.
	before := keyAt(c.Now().Add(time.Second), 1)
	c.Advance(time.Minute)
	claimFree(t, s, keyAt(c.Now(), 2))
	loseData(t, server)
	c.Advance(time.Minute)
	assertUnknown(t, "made before the loss", s, before)
	assertUnknown(t, "without a time, while others may write back", s, keyWithoutTime(3))
	assertUnknown(t, "again", s, before)
	claimFree(t, s, keyAt(c.Now().Add(time.Second), 4)) // made after the loss
	assertUnknown(t, "made at the loss, by a clock that may be ahead", s, keyAt(c.Now(), 5))
	waitFor(t, "the records are written back", func() bool {
		c.Advance(time.Second)
		return !s.Restoring()
	})
	assertUnknown(t, "made before the loss, later", s, before)
	claimFree(t, s, keyAt(c.Now(), 6))
	claimFree(t, s, keyWithoutTime(3)) // not covered
}

// After a failover to a replica that lacks the latest writes, the generation is the same and its
// count is lower.
func TestPartialLossIsNoticed(t *testing.T) {
	t.Parallel()
	c := storetest.NewClock()
	server, one, two := startTwo(t, redis.Options{Prefix: "p", Now: c.Now})
	lost := keyAt(c.Now(), 1)
	claimFree(t, one, keyWithoutTime(2))
	settle(t, one, lost)
	settle(t, two, keyWithoutTime(3))
	for s, k := range map[*redis.Store]bff.IdempotencyKey{one: lost, two: keyWithoutTime(3)} {
		do(t, server, "HINCRBY", "p:memory:generation", s.CountField(), "-1")
		do(t, server, "DEL", s.RedisKey(k))
	}
	c.Advance(time.Minute)
	assertReplayed(t, "the lost key", one, lost)
	assertUnknown(t, "a key that nobody knows", two, keyAt(c.Now().Add(-time.Second), 4))
	waitFor(t, "both have noticed the loss", func() bool { return one.Losses() == 1 && two.Losses() == 1 })
	waitFor(t, "the key is back", func() bool { return do(t, server, "EXISTS", one.RedisKey(lost)) == "1" })
}

// A backup or an outdated replica has an earlier generation, so its count proves nothing.
func TestEarlierGenerationIsALoss(t *testing.T) {
	t.Parallel()
	c := storetest.NewClock()
	server, one, two := startTwo(t, redis.Options{Prefix: "p", Now: c.Now})
	two.DoNotWait()
	do(t, server, "COPY", "p:memory:generation", "backup")
	c.Advance(time.Minute)
	do(t, server, "DEL", "p:memory:generation") // the first loss
	waitFor(t, "both have noticed the first loss", func() bool { return one.Losses() == 1 && two.Losses() == 1 })
	c.Advance(time.Minute)
	flying, unseen := keyWithoutTime(1), keyAt(c.Now(), 2)
	claimFree(t, one, flying)
	waitFor(t, "the other instance mirrors the claim", func() bool { return two.Mirrored(flying) })
	c.Advance(time.Minute)
	do(t, server, "DEL", one.RedisKey(flying))
	do(t, server, "COPY", "backup", "p:memory:generation", "REPLACE")
	assertRefused(t, "a call in flight", two, flying, bff.ReasonDuplicate, unknownOutcome)
	assertUnknown(t, "a key that nobody knows", two, unseen)
	waitFor(t, "both have noticed the second loss", func() bool { return one.Losses() == 2 && two.Losses() == 2 })
	generation := do(t, server, "HGET", "p:memory:generation", "id")
	waitFor(t, "both have written back", func() bool {
		c.Advance(time.Minute) // repeatedly because a write of the other instance extends the time
		return !one.Restoring() && !two.Restoring()
	})
	assert.Equal(t, generation, do(t, server, "HGET", "p:memory:generation", "id"),
		"they replace each other's generations")
}

func TestRecordsSurviveDataLoss(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	server := realredis.Start(t)
	mirror := redis.NewMemoryMirror(time.Now)
	one, two := open(t, server.URL(), redis.Options{Prefix: "p", Mirror: mirror}),
		open(t, server.URL(), redis.Options{Prefix: "p"})
	has := func(s *redis.Store, want string) bool {
		all, err := s.Records("maintenance").All(ctx)
		return err == nil && fmt.Sprintf("%s", all) == want
	}
	const both, zephyr = "map[marmara:closed zephyr:closed]", "map[zephyr:closed]"
	must(t, one.Records("maintenance").Put(ctx, "marmara", []byte("closed")))
	must(t, one.Records("maintenance").Put(ctx, "zephyr", []byte("closed")))
	waitFor(t, "the other instance has read the records", func() bool { return has(two, both) })
	loseData(t, server)
	assert.True(t, has(two, both) && has(one, both), "records are lost")
	// A deliberate delete deletes, on every instance, and after another loss too.
	must(t, two.Records("maintenance").Delete(ctx, "marmara"))
	assert.True(t, has(one, zephyr), "the delete of another instance restored the record")
	loseData(t, server)
	assert.True(t, has(one, zephyr) && has(two, zephyr), "a deleted record is back after a loss")
	// Redis restores an older state: a deleted record is back, and a later value is missing.
	must(t, one.Records("maintenance").Put(ctx, "marmara", []byte("closed again")))
	must(t, one.Records("maintenance").Delete(ctx, "marmara"))
	do(t, server, "HSET", "p:records:maintenance", "marmara", "1+old")
	assert.True(t, has(one, zephyr), "an old value of Redis replaced a later one")
	must(t, one.Close())
	must(t, two.Close())
	loseData(t, server)
	assert.True(t, has(open(t, server.URL(), redis.Options{Prefix: "p", Mirror: mirror}), zephyr),
		"a restart has lost records")
}

// An instance without a mirror starts after a loss and before other instances have noticed the
// loss. It does not send calls that they know.
func TestNewInstanceAfterDataLoss(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	for round := range 4 {
		o := redis.Options{Prefix: fmt.Sprint(round)}
		settle(t, open(t, server.URL(), o), key)
		loseData(t, server)
		assertReplayed(t, "a new instance", open(t, server.URL(), o), key)
	}
}

// An instance and the master fail together, and the replica lacks the claim of that instance. No
// other instance compares its count. The claim is in flight for instances that have received it.
func TestClaimOfFailedInstanceIsNotSentAgain(t *testing.T) {
	t.Parallel()
	server, one, two := startTwo(t, redis.Options{Prefix: "p"})
	k := keyAt(time.Now().Add(500*time.Millisecond), 1)
	claimFree(t, one, k)
	waitFor(t, "the other instance mirrors the claim", func() bool { return two.Mirrored(k) })
	must(t, one.Close())
	do(t, server, "DEL", one.RedisKey(k))
	assertRefused(t, "a repeat at the other instance", two, k, bff.ReasonDuplicate)
}
