package redis_test

import (
	"errors"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/store/redis"
	"croupier/bff/store/storetest/realredis"
)

// loseData deletes everything in a Redis, like a failover to a replica that has not received the
// latest writes.
func loseData(t *testing.T, s *realredis.Server) {
	t.Helper()
	if reply, err := s.Do("FLUSHALL"); err != nil {
		t.Fatal(reply, err)
	}
}

func TestRevokedSessionStaysRevokedAfterDataLoss(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	one, two := open(t, server.URL(), redis.Options{}), open(t, server.URL(), redis.Options{})
	at := time.Now().UTC().Truncate(time.Millisecond)
	if err := one.Revocations().Revoke(t.Context(), "login/a", at, at.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the other instance has cached the entry", func() bool { return two.Revocations().Cached("login/a") })
	loseData(t, server)
	for name, s := range map[string]*redis.Store{"the revoking instance": one, "another instance": two} {
		if got, err := s.Revocations().Revoked(t.Context(), "login/a"); err != nil || !got[0].Equal(at) {
			t.Errorf("%s, revoked: %v, %v", name, got, err)
		}
		if got, err := s.Revocations().Revoked(t.Context(), "login/b"); err != nil || !got[0].IsZero() {
			t.Errorf("%s, not revoked: %v, %v", name, got, err)
		}
	}
	later := at.Add(time.Minute)
	for _, moment := range []time.Time{later, at} { // the second write stands for what is left when the first was lost
		if err := one.Revocations().Revoke(t.Context(), "login/a", moment, moment.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		if got, err := one.Revocations().Revoked(t.Context(), "login/a"); err != nil || !got[0].Equal(later) {
			t.Errorf("revoked again, entry in Redis at %v: %v, %v", moment, got, err)
		}
	}
}

func TestClaimInFlightIsNotRepeatedAfterDataLoss(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	s := open(t, server.URL(), redis.Options{})
	if first, err := s.IdempotencyStore().Claim(t.Context(), key, body); first != nil || err != nil {
		t.Fatalf("%v, %v", first, err)
	}
	loseData(t, server)
	if first, err := s.IdempotencyStore().Claim(t.Context(), key, body); first != nil || !errors.Is(err, bff.ReasonDuplicate) {
		t.Errorf("repeat: %v, %v", first, err)
	}
	if _, err := s.IdempotencyStore().Claim(t.Context(), key, bff.Fingerprint{2}); !errors.Is(err, bff.ReasonKeyReused) {
		t.Errorf("another body: %v", err)
	}
	answer := &bff.Answer{Result: true, Code: 200, Data: []byte(`{"transaction_id":1}`)}
	if err := s.IdempotencyStore().Finish(t.Context(), key, answer); err != nil {
		t.Fatal(err)
	}
	if first, err := s.IdempotencyStore().Claim(t.Context(), key, body); err != nil || first == nil || string(first.Data) != string(answer.Data) {
		t.Errorf("repeat after Finish: %v, %v", first, err)
	}
}

func TestRejectedOutcomeIsWrittenOnceRedisIsBack(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	s := open(t, server.URL(), redis.Options{})
	if _, err := s.IdempotencyStore().Claim(t.Context(), key, body); err != nil {
		t.Fatal(err)
	}
	server.Kill() // loses the claim
	answer := &bff.Answer{Result: true, Code: 200, Data: []byte(`{"transaction_id":1}`)}
	if err := s.IdempotencyStore().Finish(t.Context(), key, answer); err == nil {
		t.Error("Finish succeeded without Redis")
	}
	assertReplay := func(name string, s *redis.Store) {
		t.Helper()
		if first, err := s.IdempotencyStore().Claim(t.Context(), key, body); err != nil || first == nil || string(first.Data) != string(answer.Data) {
			t.Errorf("%s: %v, %v", name, first, err)
		}
	}
	assertReplay("repeat during the outage", s)
	server.Run(t)
	waitFor(t, "the outcome is written", func() bool { n, err := server.Do("DBSIZE"); return err == nil && n == "3" }) // with its index, and the generation
	assertReplay("repeat after the outage", s)
	assertReplay("repeat on another instance", open(t, server.URL(), redis.Options{}))
}

func TestOutcomeReplacesLostClaim(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	server := realredis.Start(t)
	one, two := open(t, server.URL(), redis.Options{Prefix: "p"}).IdempotencyStore(), open(t, server.URL(), redis.Options{Prefix: "p"}).IdempotencyStore()
	paid := &bff.Answer{Result: true, Code: 200}
	if _, err := one.Claim(ctx, key, body); err != nil {
		t.Fatal(err)
	}
	loseData(t, server)
	if err := one.Finish(ctx, key, paid); err != nil {
		t.Fatal(err)
	}
	if err := one.Finish(ctx, key, paid); !errors.Is(err, redis.ErrClaimLost) {
		t.Errorf("second Finish: %v", err)
	}
	if first, err := two.Claim(ctx, key, body); first == nil || err != nil {
		t.Fatalf("repeat: %v, %v", first, err)
	}
	if err := two.Release(ctx, key); !errors.Is(err, redis.ErrClaimLost) {
		t.Errorf("Release by another instance: %v", err)
	}
}

func TestSwapAfterDataLossFindsTheLostRecord(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	r := open(t, server.URL(), redis.Options{}).Records("one")
	if err := r.Put(t.Context(), "k", []byte("1")); err != nil {
		t.Fatal(err)
	}
	loseData(t, server)
	if ok, err := r.Swap(t.Context(), "k", nil, []byte("2")); ok || err != nil {
		t.Errorf("created again: %v, %v", ok, err)
	}
	if ok, err := r.Swap(t.Context(), "k", []byte("1"), []byte("2")); !ok || err != nil {
		t.Errorf("replaced: %v, %v", ok, err)
	}
	loseData(t, server)
	if all, err := r.All(t.Context()); err != nil || string(all["k"]) != "2" {
		t.Errorf("after another loss: %q, %v", all, err)
	}
}
