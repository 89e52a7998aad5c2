package redis_test

import (
	"errors"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/store/redis"
	"croupier/bff/store/storetest/realredis"
)

// forget has a Redis lose everything, as a failover to a replica that has not heard yet loses
// what was written last.
func forget(t *testing.T, s *realredis.Server) {
	t.Helper()
	if said, err := s.Do("FLUSHALL"); err != nil {
		t.Fatal(said, err)
	}
}

func TestAnEndedSessionStaysEndedThoughRedisForgetsIt(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	here, there := open(t, server.URL(), redis.Options{}), open(t, server.URL(), redis.Options{})
	at := time.Now().UTC().Truncate(time.Millisecond)
	if err := here.Revocations().Revoke(t.Context(), "login/a", at, at.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	await(t, "the other instance has heard", func() bool { return there.Revocations().Heard("login/a") })
	forget(t, server)
	for name, s := range map[string]*redis.Store{"the instance that ended it": here, "another": there} {
		if got, err := s.Revocations().Revoked(t.Context(), "login/a"); err != nil || !got.Equal(at) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		if got, err := s.Revocations().Revoked(t.Context(), "login/b"); err != nil || !got.IsZero() {
			t.Errorf("%s, one that stands: %v, %v", name, got, err)
		}
	}
	later := at.Add(time.Minute)
	for _, moment := range []time.Time{later, at} { // the second is what is left after the first was lost
		if err := here.Revocations().Revoke(t.Context(), "login/a", moment, moment.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		if got, err := here.Revocations().Revoked(t.Context(), "login/a"); err != nil || !got.Equal(later) {
			t.Errorf("marked again, and at %v in Redis: %v, %v", moment, got, err)
		}
	}
}

func TestMoneyInFlightIsNotSentAgainThoughRedisForgetsItsClaim(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	s := open(t, server.URL(), redis.Options{})
	if first, err := s.IdempotencyStore().Claim(t.Context(), key, body); first != nil || err != nil {
		t.Fatalf("%v, %v", first, err)
	}
	forget(t, server)
	if first, err := s.IdempotencyStore().Claim(t.Context(), key, body); first != nil || !errors.Is(err, bff.ReasonDuplicate) {
		t.Errorf("%v, %v: it would be sent twice", first, err)
	}
	if _, err := s.IdempotencyStore().Claim(t.Context(), key, bff.Fingerprint{2}); !errors.Is(err, bff.ReasonKeyReused) {
		t.Errorf("another body: %v", err)
	}
	answer := &bff.Answer{Result: true, Code: 200, Data: []byte(`{"transaction_id":1}`)}
	if err := s.IdempotencyStore().Finish(t.Context(), key, answer); err != nil {
		t.Fatal(err)
	}
	if first, err := s.IdempotencyStore().Claim(t.Context(), key, body); err != nil || first == nil || string(first.Data) != string(answer.Data) {
		t.Errorf("the repeat: %v, %v", first, err)
	}
}

func TestAnOutcomeThatRedisDoesNotTakeIsWrittenOnceItIsBack(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	here := open(t, server.URL(), redis.Options{})
	if _, err := here.IdempotencyStore().Claim(t.Context(), key, body); err != nil {
		t.Fatal(err)
	}
	server.Kill() // with the claim
	answer := &bff.Answer{Result: true, Code: 200, Data: []byte(`{"transaction_id":1}`)}
	if err := here.IdempotencyStore().Finish(t.Context(), key, answer); err == nil {
		t.Error("an outcome was acknowledged that nobody has written down")
	}
	told := func(name string, s *redis.Store) {
		t.Helper()
		if first, err := s.IdempotencyStore().Claim(t.Context(), key, body); err != nil || first == nil || string(first.Data) != string(answer.Data) {
			t.Errorf("%s is told %v, %v", name, first, err)
		}
	}
	told("a repeat meanwhile", here)
	server.Run(t)
	await(t, "it is written", func() bool { size, err := server.Do("DBSIZE"); return err == nil && size == "1" })
	told("a repeat afterwards", here)
	told("a repeat elsewhere", open(t, server.URL(), redis.Options{}))
}
