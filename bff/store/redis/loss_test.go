package redis_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"syscall"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/store/redis"
	"croupier/bff/store/storetest/realredis"
)

// patience bounds how long a store may take to find Redis again.
const patience = 30 * time.Second

// margin is what a machine that is busy may add to a timeout. It is still far from the
// client's defaults, which took 101 seconds, and from what many callers take that all wait.
const (
	margin = 20 * time.Second
	many   = 400
)

// await asks again and again until something is so.
func await(t *testing.T, what string, so func() bool) {
	t.Helper()
	ticks := time.NewTicker(10 * time.Millisecond)
	defer ticks.Stop()
	limit := time.After(patience)
	for !so() {
		select {
		case <-ticks.C:
		case <-limit:
			t.Fatalf("waited in vain until %s", what)
		}
	}
}

// prompt gives a URL whose questions end after the default timeout, as in production.
func prompt(s *realredis.Server) string { return "redis://" + s.Address() }

// eight allows eight of everything, in a window.
func eight(string, bff.LimitRule) (bff.Allowance, bool) {
	return bff.Allowance{Count: 8, Window: time.Hour}, true
}

// blackHole gives an address of this machine that swallows every packet: a listener whose
// queue is full.
func blackHole(t *testing.T) string {
	t.Helper()
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Close(fd) })
	if err := errors.Join(syscall.Bind(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}), syscall.Listen(fd, 0)); err != nil {
		t.Fatal(err)
	}
	name, err := syscall.Getsockname(fd)
	if err != nil {
		t.Fatal(err)
	}
	address := fmt.Sprintf("127.0.0.1:%d", name.(*syscall.SockaddrInet4).Port)
	// One connection fills the queue, also one whose dialler gave up a moment too early.
	for range 4 {
		conn, err := (&net.Dialer{Timeout: 200 * time.Millisecond}).DialContext(t.Context(), "tcp", address)
		if err == nil {
			t.Cleanup(func() { _ = conn.Close() })
		}
	}
	return address
}

var (
	key  = bff.IdempotencyKey{Brand: "marmara", Player: "7", Key: "6f1e3c7e-0b1d-4a53-9f1e-0d8f9a1b2c3d"}
	body = bff.Fingerprint{1}
)

// degraded checks what each part of a store does without Redis, and that nobody waits for
// longer than twice the timeout: a claim of money that failed is taken back.
func degraded(t *testing.T, s *redis.Store) {
	t.Helper()
	ctx := t.Context()
	within := func(what string, do func()) {
		t.Helper()
		began := time.Now()
		do()
		if took := time.Since(began); took > 2*redis.DefaultTimeout+margin {
			t.Errorf("%s took %v", what, took)
		}
	}
	within("money", func() {
		if _, err := s.IdempotencyStore().Claim(ctx, key, body); !errors.Is(err, bff.ReasonUnavailable) {
			t.Errorf("money is told %v", err)
		}
	})
	within("many limits", func() {
		for range many {
			if _, ok := s.Limiter().Allow(ctx, bff.LimitKey{Rule: bff.LimitPassword, Subject: "demo"}); !ok {
				t.Error("a limit keeps somebody out")
			}
			s.Limiter().Refund(ctx, bff.LimitKey{Rule: bff.LimitPassword, Subject: "demo"})
		}
	})
	within("a code", func() {
		if after, ok := s.Limiter().Allow(ctx, bff.LimitKey{Rule: bff.LimitCodeUse, Subject: "code"}); ok || after != 0 {
			t.Errorf("a code that may have been used is taken: %v, %v", after, ok)
		}
	})
	within("many answers", func() {
		for range many {
			if v, err := s.SharedCache().Get(ctx, "k"); v != nil || err == nil {
				t.Errorf("an answer: %q, %v", v, err)
			}
		}
	})
	within("many logins in the register", func() {
		for range many {
			if s.SessionIndex().Put(ctx, "k", "id", nil, time.Now().Add(time.Hour)) == nil || s.SessionIndex().Delete(ctx, "k", "id") == nil {
				t.Error("the register acknowledged something")
			}
		}
	})
	within("dropping answers", func() {
		if s.SharedCache().Drop(ctx, "") == nil {
			t.Error("dropping was acknowledged")
		}
	})
	within("a ticket", func() {
		if v, err := s.Tickets().Get(ctx, "id"); v != nil || err == nil {
			t.Errorf("a ticket: %q, %v", v, err)
		}
	})
	within("a record", func() {
		if s.Records("r").Put(ctx, "k", nil) == nil {
			t.Error("a record was acknowledged")
		}
	})
	within("a revocation", func() {
		if s.Revocations().Revoke(ctx, "k", time.Now(), time.Now().Add(time.Hour)) == nil {
			t.Error("a revocation was acknowledged")
		}
	})
	within("a message", func() {
		heard := false
		defer s.Bus().Subscribe(bff.TopicPurge, func([]byte) { heard = true })()
		if s.Bus().Publish(ctx, bff.TopicPurge, nil) == nil || !heard {
			t.Errorf("a message: the sender's own subscribers heard it: %v", heard)
		}
	})
	within("a ping", func() {
		if s.Ping(ctx) == nil {
			t.Error("it answers")
		}
	})
}

// neither checks that nobody is logged in or out by mistake.
func neither(t *testing.T, s *redis.Store, ended, open string) {
	t.Helper()
	if at, err := s.Revocations().Revoked(t.Context(), ended); err != nil || at.IsZero() {
		t.Errorf("an ended session: %v, %v", at, err)
	}
	if at, err := s.Revocations().Revoked(t.Context(), open); err != nil || !at.IsZero() {
		t.Errorf("an open session: %v, %v", at, err)
	}
}

func TestAnAddressThatSwallowsEverything(t *testing.T) {
	t.Parallel()
	address := blackHole(t)
	for _, url := range []string{"redis://" + address, "redis+cluster://" + address} {
		began := time.Now()
		s := open(t, url, redis.Options{Allowance: eight})
		if took := time.Since(began); took > redis.DefaultTimeout+margin {
			t.Errorf("opening took %v", took)
		}
		degraded(t, s)
		if at, err := s.Revocations().Revoked(t.Context(), "k"); err == nil {
			t.Errorf("an instance that has never seen Redis knows of a session: %v", at)
		}
	}
}

func TestARedisThatHangsOrIsGone(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]struct {
		away, back func(*testing.T, *realredis.Server)
	}{
		"hangs": {
			func(t *testing.T, s *realredis.Server) { t.Helper(); s.Suspend(t) },
			func(t *testing.T, s *realredis.Server) { t.Helper(); s.Resume(t) },
		},
		"is gone": {
			func(_ *testing.T, s *realredis.Server) { s.Kill() },
			func(t *testing.T, s *realredis.Server) { t.Helper(); s.Run(t) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := t.Context()
			server := realredis.Start(t)
			// One revokes, by a patient connection; the other is told, and never asks.
			one := open(t, server.URL(), redis.Options{Prefix: "p"})
			before := time.Now().Add(-time.Minute)
			if err := one.Revocations().Revoke(ctx, "before", before, time.Now().Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
			two := open(t, prompt(server), redis.Options{Prefix: "p", Allowance: eight})
			await(t, "the other has read all marks", two.Revocations().Whole)
			told := make(chan struct{}, 1)
			defer two.Bus().Subscribe(bff.TopicSessions, func([]byte) {
				select {
				case told <- struct{}{}:
				default:
				}
			})()
			if err := one.Revocations().Revoke(ctx, "after", before, time.Now().Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
			await(t, "the other has heard of the next mark", func() bool { return two.Revocations().Heard("after") })

			lose.away(t, server)
			degraded(t, two)
			neither(t, two, "before", "open")
			neither(t, two, "after", "open")

			lose.back(t, server)
			await(t, "a revocation is acknowledged again", func() bool {
				return two.Revocations().Revoke(ctx, "later", before, time.Now().Add(time.Hour)) == nil
			})
			await(t, "messages arrive again", func() bool {
				if one.Bus().Publish(ctx, bff.TopicSessions, nil) != nil {
					return false
				}
				select {
				case <-told:
					return true
				default:
					return false
				}
			})
			await(t, "answers are kept again", func() bool { return two.SharedCache().Put(ctx, "k", []byte("v"), time.Hour) == nil })
			await(t, "limits hold again", func() bool {
				_, ok := two.Limiter().Allow(ctx, bff.LimitKey{Rule: bff.LimitCode, Subject: "again"})
				return !ok
			})
		})
	}
}

func TestAClaimThatRedisLostIsWrittenDownAgain(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	server := realredis.Start(t)
	one, two := open(t, server.URL(), redis.Options{Prefix: "p"}).IdempotencyStore(), open(t, server.URL(), redis.Options{Prefix: "p"}).IdempotencyStore()
	paid := &bff.Answer{Result: true, Code: 200}
	lost := func() {
		t.Helper()
		if _, err := one.Claim(ctx, key, body); err != nil {
			t.Fatal(err)
		}
		if _, err := server.Do("FLUSHALL"); err != nil { // as a failover to a node that had not heard
			t.Fatal(err)
		}
	}
	lost()
	if err := one.Finish(ctx, key, paid); err != nil {
		t.Fatal(err)
	}
	if err := one.Finish(ctx, key, paid); !errors.Is(err, redis.ErrLost) {
		t.Errorf("finished twice: %v", err)
	}
	if first, err := two.Claim(ctx, key, body); first == nil || err != nil {
		t.Fatalf("a repeat would be sent: %v, %v", first, err)
	}
	if _, err := server.Do("FLUSHALL"); err != nil {
		t.Fatal(err)
	}
	lost()
	if _, err := two.Claim(ctx, key, body); err != nil {
		t.Fatal(err)
	}
	if err := one.Finish(ctx, key, paid); !errors.Is(err, redis.ErrLost) {
		t.Errorf("an outcome takes over another's claim: %v", err)
	}
	if err := two.Release(ctx, key); err != nil {
		t.Fatal(err)
	}
	if err := two.Release(ctx, key); !errors.Is(err, redis.ErrLost) {
		t.Errorf("released twice: %v", err)
	}
}

func TestKeysEndByThemselves(t *testing.T) {
	t.Parallel()
	ctx := bff.WithScope(t.Context(), &bff.Scope{RequestID: "r"})
	server := realredis.Start(t)
	s := open(t, server.URL(), redis.Options{Prefix: "house", Allowance: func(_ string, rule bff.LimitRule) (bff.Allowance, bool) {
		return bff.Allowance{Count: 8, Window: time.Hour, Burst: map[bff.LimitRule]int{bff.LimitAddress: 100}[rule]}, true
	}})
	until := time.Now().Add(time.Hour)
	_, err := s.IdempotencyStore().Claim(ctx, key, body)
	err = errors.Join(err, s.Revocations().Revoke(ctx, "k", until, until), s.SharedCache().Put(ctx, "k", []byte("v"), 1000*time.Hour), s.Tickets().Put(ctx, "k", nil, until))
	s.Limiter().Allow(ctx, bff.LimitKey{Rule: bff.LimitAddress})
	s.Limiter().Allow(ctx, bff.LimitKey{Rule: bff.LimitCode})
	settled := key
	settled.Key = "settled"
	_, begun := s.IdempotencyStore().Claim(ctx, settled, body)
	if err := errors.Join(err, begun, s.IdempotencyStore().Finish(ctx, settled, &bff.Answer{})); err != nil {
		t.Fatal(err)
	}
	for script, want := range map[string]string{
		`return #redis.call('KEYS','house:*')`: "8",
		`return #redis.call('KEYS','*')`:       "8",
		`local n=0 for _,k in ipairs(redis.call('KEYS','*')) do local t=redis.call('TTL',k) if t<1 or t>172800 then n=n+1 end end return n`: "0",
	} {
		if got, err := server.Do("EVAL", `"`+script+`"`, "0"); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", script, got, err, want)
		}
	}
}
