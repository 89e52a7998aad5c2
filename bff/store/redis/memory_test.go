package redis_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/store/redis"
	"croupier/bff/store/storetest"
	"croupier/bff/store/storetest/realredis"
)

var unknownOutcome = bff.OutcomeUnknown(bff.ReasonUpstreamTimeout)

// keyAt returns a money key with the time at (UUIDv7).
func keyAt(at time.Time, n int) bff.IdempotencyKey {
	k := key
	hex := fmt.Sprintf("%012x", at.UnixMilli())
	k.Key = fmt.Sprintf("%s-%s-7000-8000-%012d", hex[:8], hex[8:], n)
	return k
}

// keyWithoutTime returns a money key of random numbers (UUIDv4).
func keyWithoutTime(n int) bff.IdempotencyKey {
	k := key
	k.Key = fmt.Sprintf("6f1e3c7e-0b1d-4a53-9f1e-%012d", n)
	return k
}

// isUnknown reports whether err says that the outcome is unknown.
func isUnknown(err error) bool {
	var r *bff.Reason
	return errors.As(err, &r) && r.Debug == unknownOutcome.Debug
}

func claimFree(t *testing.T, s *redis.Store, k bff.IdempotencyKey) {
	t.Helper()
	if first, err := s.IdempotencyStore().Claim(t.Context(), k, body); first != nil || err != nil {
		t.Fatalf("claim of %s: %v, %v", k.Key, first, err)
	}
}

// settle claims a key and records the answer paid.
func settle(t *testing.T, s *redis.Store, k bff.IdempotencyKey) {
	t.Helper()
	claimFree(t, s, k)
	if err := s.IdempotencyStore().Finish(t.Context(), k, paid); err != nil {
		t.Fatal(err)
	}
}

var paid = &bff.Answer{Result: true, Code: 200, Data: []byte(`{"transaction_id":1}`)}

// assertReplayed repeats a call that was answered with paid.
func assertReplayed(t *testing.T, name string, s *redis.Store, k bff.IdempotencyKey) {
	t.Helper()
	if first, err := s.IdempotencyStore().Claim(t.Context(), k, body); err != nil || first == nil || string(first.Data) != string(paid.Data) {
		t.Errorf("%s: %v, %v", name, first, err)
	}
}

// assertUnknown repeats a call whose outcome must be unknown.
func assertUnknown(t *testing.T, name string, s *redis.Store, k bff.IdempotencyKey) {
	t.Helper()
	if first, err := s.IdempotencyStore().Claim(t.Context(), k, body); first != nil || !isUnknown(err) {
		t.Errorf("%s: %v, %v", name, first, err)
	}
}

// lossy are the ways in which a Redis loses everything.
func lossy() map[string]func(t *testing.T, s *realredis.Server) {
	return map[string]func(t *testing.T, s *realredis.Server){
		"flushed":   loseData,
		"restarted": func(t *testing.T, s *realredis.Server) { t.Helper(); s.Kill(); s.Run(t) },
	}
}

func TestSettledAndUnknownKeysSurviveDataLoss(t *testing.T) {
	t.Parallel()
	for name, lose := range lossy() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := realredis.Start(t)
			mirrors := [2]redis.Mirror{redis.NewMemoryMirror(time.Now), redis.NewMemoryMirror(time.Now)}
			openStore := func(i int) *redis.Store {
				return open(t, server.URL(), redis.Options{Prefix: "p", Mirror: mirrors[i]})
			}
			one, two := openStore(0), openStore(1)
			settled, unknown, flying := keyWithoutTime(1), keyWithoutTime(2), keyWithoutTime(3)
			settle(t, one, settled)
			claimFree(t, one, unknown)
			if err := one.IdempotencyStore().MarkUnknown(t.Context(), unknown, unknownOutcome); err != nil {
				t.Fatal(err)
			}
			claimFree(t, one, flying)
			waitFor(t, "the other instance mirrors the keys", func() bool {
				i := two.IdempotencyStore()
				return i.MirroredOutcome(settled) && i.MirroredOutcome(unknown) && i.Mirrored(flying)
			})
			lose(t, server)
			assertKnown := func(name string, s *redis.Store) {
				t.Helper()
				assertReplayed(t, name+": settled", s, settled)
				assertUnknown(t, name+": unknown", s, unknown)
				if first, err := s.IdempotencyStore().Claim(t.Context(), flying, body); first != nil || !errors.Is(err, bff.ReasonDuplicate) {
					t.Errorf("%s: in flight: %v, %v", name, first, err)
				}
				if _, err := s.IdempotencyStore().Claim(t.Context(), unknown, bff.Fingerprint{9}); !errors.Is(err, bff.ReasonKeyReused) {
					t.Errorf("%s: another body: %v", name, err)
				}
			}
			waitFor(t, "the store is reachable", func() bool { return one.Ping(t.Context()) == nil && two.Ping(t.Context()) == nil })
			assertKnown("another instance", two)
			assertKnown("the instance", one)
			// Both write back what they know; an instance that knew nothing finds it in Redis.
			waitFor(t, "the records are written back", func() bool { return one.Losses() == 1 && two.Losses() == 1 && !one.Restoring() && !two.Restoring() })
			assertKnown("a new instance", open(t, server.URL(), redis.Options{Prefix: "p"}))
			// Another loss while an instance is down.
			if err := two.Close(); err != nil {
				t.Fatal(err)
			}
			if err := one.IdempotencyStore().Finish(t.Context(), flying, paid); err != nil {
				t.Fatal(err)
			}
			if err := one.Close(); err != nil {
				t.Fatal(err)
			}
			lose(t, server)
			again := openStore(0)
			assertReplayed(t, "after a restart: settled", again, settled)
			assertReplayed(t, "after a restart: finished later", again, flying)
			assertUnknown(t, "after a restart: unknown", again, unknown)
			if again.Losses() != 1 {
				t.Errorf("a restarted instance noticed %d losses, want 1", again.Losses())
			}
		})
	}
}

// An instance tells what it knows of a key while Redis cannot be reached; only a key that it does not
// know is `upstream unavailable`.
func TestKnownKeysAreRepeatedWithoutRedis(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	s := open(t, server.URL(), redis.Options{Prefix: "p", Mirror: redis.NewMemoryMirror(time.Now)})
	settled, unknown, fresh := keyWithoutTime(1), keyWithoutTime(2), keyWithoutTime(3)
	settle(t, s, settled)
	claimFree(t, s, unknown)
	if err := s.IdempotencyStore().MarkUnknown(t.Context(), unknown, unknownOutcome); err != nil {
		t.Fatal(err)
	}
	server.Kill()
	assertReplayed(t, "settled", s, settled)
	assertUnknown(t, "unknown", s, unknown)
	if first, err := s.IdempotencyStore().Claim(t.Context(), fresh, body); first != nil || !errors.Is(err, bff.ReasonUnavailable) {
		t.Errorf("an unknown key: %v, %v", first, err)
	}
}

func TestKeysOlderThanTheLossAreNotSent(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	c := storetest.NewClock()
	s := open(t, server.URL(), redis.Options{Now: c.Now, Prefix: "p"})
	s.IdempotencyStore().DoNotWait()
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

// A failover to a replica that lacks the latest writes leaves an old generation behind, but a lower
// count.
func TestPartialLossIsNoticed(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	c := storetest.NewClock()
	one, two := open(t, server.URL(), redis.Options{Prefix: "p", Now: c.Now}), open(t, server.URL(), redis.Options{Prefix: "p", Now: c.Now})
	lost := keyAt(c.Now(), 1)
	claimFree(t, one, keyWithoutTime(2))
	settle(t, one, lost)
	settle(t, two, keyWithoutTime(3))
	// Redis forgets the latest writes.
	for _, command := range [][]string{{"HINCRBY", "p:memory:generation", one.CountField(), "-1"}, {"HINCRBY", "p:memory:generation", two.CountField(), "-1"}, {"DEL", one.IdempotencyStore().RedisKey(lost)}, {"DEL", one.IdempotencyStore().RedisKey(keyWithoutTime(3))}} {
		if reply, err := server.Do(command...); err != nil {
			t.Fatal(reply, err)
		}
	}
	c.Advance(time.Minute)
	assertReplayed(t, "the lost key", one, lost)
	assertUnknown(t, "a key that nobody knows", two, keyAt(c.Now().Add(-time.Second), 4))
	waitFor(t, "both have noticed the loss and have written back", func() bool {
		return one.Losses() == 1 && two.Losses() == 1
	})
	waitFor(t, "the key is back", func() bool {
		n, err := server.Do("EXISTS", one.IdempotencyStore().RedisKey(lost))
		return err == nil && n == "1"
	})
}

func TestMirrorSurvivesRestartOfRevocations(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	mirror := redis.NewMemoryMirror(time.Now)
	at := time.Now().UTC().Truncate(time.Millisecond)
	one := open(t, server.URL(), redis.Options{Prefix: "p", Mirror: mirror})
	if err := one.Revocations().Revoke(t.Context(), "login/a", at, at.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := one.Close(); err != nil {
		t.Fatal(err)
	}
	loseData(t, server)
	assertRevokedAt := func(s *redis.Store) bool {
		got, err := s.Revocations().Revoked(context.Background(), "login/a")
		return err == nil && len(got) == 1 && got[0].Equal(at)
	}
	if again := open(t, server.URL(), redis.Options{Prefix: "p", Mirror: mirror}); !assertRevokedAt(again) {
		t.Error("a restarted instance has forgotten a revocation")
	}
	// It has written the entry back, so that an instance without a mirror knows it.
	fresh := open(t, server.URL(), redis.Options{Prefix: "p"})
	waitFor(t, "the entry is written back", func() bool { return assertRevokedAt(fresh) })
}

func TestRecordsSurviveDataLoss(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	server := realredis.Start(t)
	mirror := redis.NewMemoryMirror(time.Now)
	one, two := open(t, server.URL(), redis.Options{Prefix: "p", Mirror: mirror}), open(t, server.URL(), redis.Options{Prefix: "p"})
	has := func(s *redis.Store, want string) bool {
		all, err := s.Records("maintenance").All(ctx)
		return err == nil && fmt.Sprintf("%s", all) == want
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(one.Records("maintenance").Put(ctx, "marmara", []byte("closed")))
	must(one.Records("maintenance").Put(ctx, "zephyr", []byte("closed")))
	waitFor(t, "the other instance has read the records", func() bool { return has(two, "map[marmara:closed zephyr:closed]") })
	loseData(t, server)
	if !has(two, "map[marmara:closed zephyr:closed]") || !has(one, "map[marmara:closed zephyr:closed]") {
		t.Error("records are lost")
	}
	// A deliberate delete deletes, on every instance, and after another loss too.
	must(two.Records("maintenance").Delete(ctx, "marmara"))
	if !has(one, "map[zephyr:closed]") {
		t.Error("the delete of another instance restored the record")
	}
	loseData(t, server)
	if !has(one, "map[zephyr:closed]") || !has(two, "map[zephyr:closed]") {
		t.Error("a deleted record is back after a loss")
	}
	// Redis restores an older state: a deleted record is back, and a later value is missing.
	must(one.Records("maintenance").Put(ctx, "marmara", []byte("closed again")))
	must(one.Records("maintenance").Delete(ctx, "marmara"))
	_, err := server.Do("HSET", "p:records:maintenance", "marmara", "1+old")
	must(err)
	if !has(one, "map[zephyr:closed]") {
		t.Error("an old value of Redis replaced a later one")
	}
	must(one.Close())
	must(two.Close())
	loseData(t, server)
	if again := open(t, server.URL(), redis.Options{Prefix: "p", Mirror: mirror}); !has(again, "map[zephyr:closed]") {
		t.Error("a restarted instance has lost records")
	}
}

// An instance without a memory of its own, which starts after a loss and before the others have
// noticed it, does not send what they know.
func TestNewInstanceAfterDataLoss(t *testing.T) {
	t.Parallel()
	for range 4 {
		server := realredis.Start(t)
		one := open(t, server.URL(), redis.Options{Prefix: "p"})
		settled := keyWithoutTime(1)
		settle(t, one, settled)
		loseData(t, server)
		assertReplayed(t, "a new instance", open(t, server.URL(), redis.Options{Prefix: "p"}), settled)
	}
}

// The nodes of a cluster lose their memories separately.
func TestLossOfOneClusterNode(t *testing.T) {
	t.Parallel()
	cluster := realredis.StartCluster(t)
	one, two := open(t, cluster.URL(), redis.Options{Prefix: "p"}), open(t, cluster.URL(), redis.Options{Prefix: "p"})
	for n := range 32 {
		settle(t, one, keyWithoutTime(n))
	}
	waitFor(t, "the other instance mirrors the keys", func() bool {
		for n := range 32 {
			if !two.IdempotencyStore().MirroredOutcome(keyWithoutTime(n)) {
				return false
			}
		}
		return true
	})
	loseData(t, cluster.Masters[0])
	for n := range 32 {
		assertReplayed(t, "another instance", two, keyWithoutTime(n))
		assertReplayed(t, "the instance", one, keyWithoutTime(n))
	}
	waitFor(t, "both have noticed the loss and have written back", func() bool { // its partitions possibly at different moments
		return one.Losses() > 0 && two.Losses() > 0 && !one.Restoring() && !two.Restoring()
	})
	fresh := open(t, cluster.URL(), redis.Options{Prefix: "p"})
	for n := range 32 {
		assertReplayed(t, "a new instance", fresh, keyWithoutTime(n))
	}
}
