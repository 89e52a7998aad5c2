package redis_test

import (
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

// timeout bounds how long a store may take to reconnect.
const timeout = 30 * time.Second

const (
	// margin is added to timeouts because test machines may be busy. It is still far below the 101
	// seconds that the client takes with default options, and below what manyCalls would take if
	// each of them waited for a timeout.
	margin    = 20 * time.Second
	manyCalls = 400
)

// waitFor polls condition until it holds and fails the test after timeout.
func waitFor(t *testing.T, what string, condition func() bool) {
	t.Helper()
	ticks := time.NewTicker(10 * time.Millisecond)
	defer ticks.Stop()
	deadline := time.After(timeout)
	for !condition() {
		select {
		case <-ticks.C:
		case <-deadline:
			t.Fatalf("timeout: waiting until %s", what)
		}
	}
}

// defaultTimeoutURL returns a URL with the default timeout, as in production.
func defaultTimeoutURL(s *realredis.Server) string { return "redis://" + s.Address() }

// allowEight limits every rule to eight units per hour.
func allowEight(string, bff.LimitRule) (bff.Allowance, bool) {
	return bff.Allowance{Count: 8, Window: time.Hour}, true
}

// blackHole returns a local address that drops every packet: a listener with a full accept queue.
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
	// One connection fills the queue, even if its dialer gives up too early; further ones make sure.
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

// assertDegraded checks how each part of a store behaves without Redis, and that no step takes
// longer than twice the timeout: one for the operation, one to withdraw a failed claim.
func assertDegraded(t *testing.T, s *redis.Store) {
	t.Helper()
	ctx := t.Context()
	step := func(name string, do func()) {
		t.Helper()
		start := time.Now()
		do()
		if elapsed := time.Since(start); elapsed > 2*redis.DefaultTimeout+margin {
			t.Errorf("%s took %v", name, elapsed)
		}
	}
	step("claiming an idempotency key", func() {
		if _, err := s.IdempotencyStore().Claim(ctx, key, body); !errors.Is(err, bff.ReasonUnavailable) {
			t.Errorf("Claim: %v", err)
		}
	})
	step("many limited attempts", func() {
		for range manyCalls {
			if _, ok, err := s.Limiter().Take(ctx, bff.LimitKey{Rule: bff.LimitPassword, Subject: "demo"}); ok || err == nil {
				t.Errorf("the limiter decided without Redis: %v, %v", ok, err)
			}
			s.Limiter().Refund(ctx, bff.LimitKey{Rule: bff.LimitPassword, Subject: "demo"})
		}
	})
	step("many cache lookups", func() {
		for range manyCalls {
			if v, _, err := s.SharedCache().Get(ctx, "k", []string{"/"}); v != nil || err == nil {
				t.Errorf("cached response: %q, %v", v, err)
			}
		}
	})
	step("many changes of the session index", func() {
		for range manyCalls {
			if s.SessionIndex().Put(ctx, "k", "id", bff.IndexedSession{ExpiresAt: time.Now().Add(time.Hour)}) == nil || s.SessionIndex().Delete(ctx, "k", "id") == nil {
				t.Error("the session index acknowledged a change")
			}
		}
	})
	step("a purge", func() {
		if _, err := s.SharedCache().Purge(ctx, "/", 0); err == nil {
			t.Error("a purge was acknowledged")
		}
	})
	step("reading a ticket", func() {
		if v, err := s.TicketStore().Get(ctx, "id"); v != nil || err == nil {
			t.Errorf("ticket: %q, %v", v, err)
		}
	})
	step("writing a record", func() {
		if s.Records("r").Put(ctx, "k", nil) == nil {
			t.Error("a record was acknowledged")
		}
	})
	step("revoking", func() {
		if s.Revocations().Revoke(ctx, "k", time.Now(), time.Now().Add(time.Hour)) == nil {
			t.Error("a revocation was acknowledged")
		}
	})
	step("publishing", func() {
		received := false
		defer s.Bus().Subscribe(bff.TopicPurge, func([]byte) { received = true })()
		if s.Bus().Publish(ctx, bff.TopicPurge, nil) == nil || !received {
			t.Errorf("Publish: received by subscribers of the same instance: %v", received)
		}
	})
	step("a ping", func() {
		if s.Ping(ctx) == nil {
			t.Error("Ping succeeded")
		}
	})
}

// assertRevocations checks that an outage neither restores a revoked session nor ends a valid one.
func assertRevocations(t *testing.T, s *redis.Store, revoked, valid string) {
	t.Helper()
	if at, err := s.Revocations().Revoked(t.Context(), revoked); err != nil || at[0].IsZero() {
		t.Errorf("revoked session: %v, %v", at, err)
	}
	if at, err := s.Revocations().Revoked(t.Context(), valid); err != nil || !at[0].IsZero() {
		t.Errorf("valid session: %v, %v", at, err)
	}
}

func TestUnreachableAddress(t *testing.T) {
	t.Parallel()
	address := blackHole(t)
	for _, url := range []string{"redis://" + address, "redis+cluster://" + address} {
		start := time.Now()
		s := open(t, url, redis.Options{Allowance: allowEight})
		if elapsed := time.Since(start); elapsed > redis.DefaultTimeout+margin {
			t.Errorf("Open took %v", elapsed)
		}
		assertDegraded(t, s)
		if at, err := s.Revocations().Revoked(t.Context(), "k"); err == nil {
			t.Errorf("Revoked of an instance that has never reached Redis: %v", at)
		}
	}
}

func TestOutageAndRecovery(t *testing.T) {
	t.Parallel()
	for name, outage := range map[string]struct {
		begin, end func(*testing.T, *realredis.Server)
	}{
		"Redis hangs": {
			func(t *testing.T, s *realredis.Server) { t.Helper(); s.Suspend(t) },
			func(t *testing.T, s *realredis.Server) { t.Helper(); s.Resume(t) },
		},
		"Redis is down": {
			func(_ *testing.T, s *realredis.Server) { s.Kill() },
			func(t *testing.T, s *realredis.Server) { t.Helper(); s.Run(t) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := t.Context()
			server := realredis.Start(t)
			// one revokes with a long timeout; two receives the entry over the bus and does not read it.
			one := open(t, server.URL(), redis.Options{Prefix: "p"})
			at := time.Now().Add(-time.Minute)
			if err := one.Revocations().Revoke(ctx, "first", at, time.Now().Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
			two := open(t, defaultTimeoutURL(server), redis.Options{Prefix: "p", Allowance: allowEight})
			waitFor(t, "all entries are cached", two.Revocations().Complete)
			received := make(chan struct{}, 1)
			defer two.Bus().Subscribe(bff.TopicSessions, func([]byte) {
				select {
				case received <- struct{}{}:
				default:
				}
			})()
			if err := one.Revocations().Revoke(ctx, "second", at, time.Now().Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
			waitFor(t, "the published entry is cached", func() bool { return two.Revocations().Cached("second") })

			outage.begin(t, server)
			assertDegraded(t, two)
			assertRevocations(t, two, "first", "valid")
			assertRevocations(t, two, "second", "valid")

			outage.end(t, server)
			waitFor(t, "a revocation is acknowledged again", func() bool {
				return two.Revocations().Revoke(ctx, "third", at, time.Now().Add(time.Hour)) == nil
			})
			waitFor(t, "messages are received again", func() bool {
				if one.Bus().Publish(ctx, bff.TopicSessions, nil) != nil {
					return false
				}
				select {
				case <-received:
					return true
				default:
					return false
				}
			})
			waitFor(t, "responses are cached again", func() bool { return two.SharedCache().Put(ctx, "k", []byte("v"), time.Hour) == nil })
			waitFor(t, "limits apply again", func() bool {
				_, ok, err := two.Limiter().Take(ctx, bff.LimitKey{Rule: bff.LimitCode, Subject: "again"})
				return !ok && err == nil
			})
		})
	}
}
