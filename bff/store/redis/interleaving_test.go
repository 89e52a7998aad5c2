package redis_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/store/redis"
	"croupier/bff/store/storetest"
	"croupier/bff/store/storetest/realredis"
)

// redisDo runs a command and returns its reply.
func redisDo(t *testing.T, server *realredis.Server, words ...string) string {
	t.Helper()
	reply, err := server.Do(words...)
	if err != nil {
		t.Fatal(reply, err)
	}
	return reply
}

// A backup, or a replica that was disconnected for long, has a generation that was replaced since, so
// that its count says nothing.
func TestEarlierGenerationIsALoss(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	c := storetest.NewClock()
	one, two := open(t, server.URL(), redis.Options{Prefix: "p", Now: c.Now}), open(t, server.URL(), redis.Options{Prefix: "p", Now: c.Now})
	two.IdempotencyStore().DoNotWait()
	redisDo(t, server, "COPY", "p:memory:generation", "backup")
	c.Advance(time.Minute)
	redisDo(t, server, "DEL", "p:memory:generation") // the first loss
	waitFor(t, "both have noticed the first loss", func() bool { return one.Losses() == 1 && two.Losses() == 1 })
	c.Advance(time.Minute)
	flying, unseen := keyWithoutTime(1), keyAt(c.Now(), 2)
	claimFree(t, one, flying)
	waitFor(t, "the other instance mirrors the claim", func() bool { return two.IdempotencyStore().Mirrored(flying) })
	c.Advance(time.Minute)
	redisDo(t, server, "DEL", one.IdempotencyStore().RedisKey(flying))
	redisDo(t, server, "COPY", "backup", "p:memory:generation", "REPLACE")
	if first, err := two.IdempotencyStore().Claim(t.Context(), flying, body); first != nil || !errors.Is(err, bff.ReasonDuplicate) && !isUnknown(err) {
		t.Errorf("a call in flight: %v, %v", first, err)
	}
	assertUnknown(t, "a key that nobody knows", two, unseen)
	waitFor(t, "both have noticed the second loss", func() bool { return one.Losses() == 2 && two.Losses() == 2 })
	generation := redisDo(t, server, "HGET", "p:memory:generation", "id")
	waitFor(t, "both have written back", func() bool {
		c.Advance(time.Minute) // again and again: what the other writes back prolongs the time to do so
		return !one.Restoring() && !two.Restoring()
	})
	if now := redisDo(t, server, "HGET", "p:memory:generation", "id"); now != generation {
		t.Error("the instances replace each other's generations")
	}
}

// Messages may be late: the claim of another instance that was released since does not replace the
// outcome of the next claim.
func TestLateMessageDoesNotReplaceOutcome(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	s, other := open(t, server.URL(), redis.Options{Prefix: "p"}), open(t, server.URL(), redis.Options{Prefix: "p"})
	k := keyWithoutTime(1)
	claimFree(t, other, k)
	_, late, _ := strings.Cut(redisDo(t, server, "GET", other.IdempotencyStore().RedisKey(k)), "\r\n")
	if err := other.IdempotencyStore().Release(t.Context(), k); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the release is known", func() bool { return !s.IdempotencyStore().Mirrored(k) })
	settle(t, s, k)
	for _, message := range []string{"put\n" + late, "release\n" + token(t, late) + "\n" + mirrorKey(s, k)} {
		if err := other.Bus().Publish(t.Context(), "idempotency", []byte(message)); err != nil {
			t.Fatal(err)
		}
	}
	seen := keyWithoutTime(2)
	claimFree(t, other, seen)
	waitFor(t, "the messages have arrived", func() bool { return s.IdempotencyStore().Mirrored(seen) })
	if !s.IdempotencyStore().Mirrored(k) {
		t.Error("a settled key is forgotten")
	}
}

// An instance that started with an empty Redis learns the revocations that another one writes back, for
// when Redis cannot be reached.
func TestRestoredRevocationsReachOtherInstances(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	mirror := redis.NewMemoryMirror(time.Now)
	one := open(t, server.URL(), redis.Options{Prefix: "p", Mirror: mirror})
	if err := one.Revocations().Revoke(t.Context(), "login/a", time.Now(), time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := one.Close(); err != nil {
		t.Fatal(err)
	}
	loseData(t, server)
	fresh := open(t, server.URL(), redis.Options{Prefix: "p"})
	waitFor(t, "all revocations are read", fresh.Revocations().Complete)
	open(t, server.URL(), redis.Options{Prefix: "p", Mirror: mirror})
	waitFor(t, "the revocation is cached", func() bool { return fresh.Revocations().Cached("login/a") })
	server.Kill()
	if at, err := fresh.Revocations().Revoked(t.Context(), "login/a"); err != nil || at[0].IsZero() {
		t.Errorf("without Redis: %v, %v", at, err)
	}
}

// The machine of an instance and of the master fails, and the replica lacks the claim of that instance,
// whose count nobody else compares: the claim is in flight for those that have read of it.
func TestClaimOfFailedInstanceIsNotSentAgain(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	one, two := open(t, server.URL(), redis.Options{Prefix: "p"}), open(t, server.URL(), redis.Options{Prefix: "p"})
	k := keyAt(time.Now().Add(500*time.Millisecond), 1)
	claimFree(t, one, k)
	waitFor(t, "the other instance mirrors the claim", func() bool { return two.IdempotencyStore().Mirrored(k) })
	if err := one.Close(); err != nil {
		t.Fatal(err)
	}
	redisDo(t, server, "DEL", one.IdempotencyStore().RedisKey(k))
	if first, err := two.IdempotencyStore().Claim(t.Context(), k, body); first != nil || !errors.Is(err, bff.ReasonDuplicate) {
		t.Errorf("a repeat at the other instance: %v, %v", first, err)
	}
}

// token returns the token of an encoded record.
func token(t *testing.T, record string) string {
	t.Helper()
	_, rest, _ := strings.Cut(record, `"token":"`)
	token, _, found := strings.Cut(rest, `"`)
	if !found {
		t.Fatalf("record without token: %s", record)
	}
	return token
}

// mirrorKey returns the key of a record in the mirror.
func mirrorKey(s *redis.Store, k bff.IdempotencyKey) string {
	return strings.TrimPrefix(s.IdempotencyStore().RedisKey(k), "p:idempotency:")
}

// A claim that a suspended Redis makes when it continues, for a call that was refused meanwhile, is
// withdrawn: the player may send the form again.
func TestRefusedClaimIsWithdrawnWhenRedisContinues(t *testing.T) {
	server := realredis.Start(t)
	s := open(t, defaultTimeoutURL(server), redis.Options{Prefix: "p"})
	claimFree(t, s, keyWithoutTime(1)) // the script is known to Redis
	k := keyWithoutTime(2)
	server.Suspend(t)
	if first, err := s.IdempotencyStore().Claim(t.Context(), k, body); first != nil || !errors.Is(err, bff.ReasonUnavailable) {
		t.Errorf("claim of a suspended Redis: %v, %v", first, err)
	}
	server.Resume(t)
	waitFor(t, "the key is free again", func() bool {
		first, err := s.IdempotencyStore().Claim(t.Context(), k, body)
		return first == nil && err == nil
	})
}
