package redis_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/limit"
	"croupier/bff/store"
	"croupier/bff/store/redis"
	"croupier/bff/store/storetest/realredis"
)

const (
	// margin is added to timeouts because test machines may be busy. It is still far below the 101
	// seconds that the client takes with default options, and below what manyCalls would take if
	// each of them waited for a timeout.
	margin    = 20 * time.Second
	manyCalls = 400
)

// blackHole returns a local address that drops every packet: a listener with a full accept queue.
func blackHole(t *testing.T) string {
	t.Helper()
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	must(t, err)
	t.Cleanup(func() { _ = syscall.Close(fd) })
	must(t, errors.Join(syscall.Bind(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}), syscall.Listen(fd, 0)))
	name, err := syscall.Getsockname(fd)
	must(t, err)
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

// assertDegraded checks how each part of a store behaves without Redis, and that no step takes
// longer than twice the timeout: one for the operation, one to withdraw a failed claim.
func assertDegraded(t *testing.T, s *redis.Store) {
	t.Helper()
	ctx := t.Context()
	step := func(name string, do func()) {
		t.Helper()
		start := time.Now()
		do()
		elapsed := time.Since(start)
		assert.True(t, elapsed <= 2*redis.DefaultTimeout+margin, "%s took %v", name, elapsed)
	}
	step("claiming an idempotency key", func() { assertRefused(t, "Claim", s, key, bff.ReasonUnavailable) })
	step("many limited attempts", func() {
		for range manyCalls {
			_, ok, err := s.Limiter().Take(ctx, bff.LimitKey{Rule: bff.LimitPassword, Subject: "demo"})
			assert.True(t, !ok && err != nil, "the limiter decided without Redis: %v, %v", ok, err)
			s.Limiter().Refund(ctx, bff.LimitKey{Rule: bff.LimitPassword, Subject: "demo"})
		}
	})
	step("many cache lookups", func() {
		for range manyCalls {
			v, _, err := s.SharedCache().Get(ctx, "k", []string{"/"})
			assert.True(t, v == nil && err != nil, "cached response: %q, %v", v, err)
		}
	})
	entry := bff.IndexedSession{ExpiresAt: time.Now().Add(time.Hour)}
	for name, write := range map[string]func() error{
		"a change of the session index":   func() error { return s.SessionIndex().Put(ctx, "k", "id", entry) },
		"a deletion in the session index": func() error { return s.SessionIndex().Delete(ctx, "k", "id") },
	} {
		step("many times "+name, func() {
			for range manyCalls {
				assert.Error(t, write(), "acknowledged without Redis: %s", name)
			}
		})
	}
	for name, write := range map[string]func() error{
		"a purge":      func() error { _, err := s.SharedCache().Purge(ctx, "/", 0); return err },
		"a record":     func() error { return s.Records("r").Put(ctx, "k", nil) },
		"a revocation": func() error { return s.Revocations().Revoke(ctx, "k", time.Now(), time.Now().Add(time.Hour)) },
		"a ping":       func() error { return s.Ping(ctx) },
	} {
		step(name, func() {
			assert.Error(t, write(), "acknowledged without Redis: %s", name)
		})
	}
	step("reading a ticket", func() {
		v, err := s.TicketStore().Get(ctx, "id")
		assert.True(t, v == nil && err != nil, "ticket: %q, %v", v, err)
	})
	step("publishing", func() {
		received := false
		defer s.Bus().Subscribe(bff.TopicPurge, func([]byte) { received = true })()
		assert.True(t, s.Bus().Publish(ctx, bff.TopicPurge, nil) != nil && received,
			"Publish: received by subscribers of the same instance: %v", received)
	})
}

func TestUnreachableAddress(t *testing.T) {
	t.Parallel()
	address := blackHole(t)
	for _, url := range []string{"redis://" + address, "redis+cluster://" + address} {
		start := time.Now()
		s := open(t, url, redis.Options{Allowance: allowEight})
		elapsed := time.Since(start)
		assert.True(t, elapsed <= redis.DefaultTimeout+margin, "Open took %v", elapsed)
		assertDegraded(t, s)
		at, err := s.Revocations().Revoked(t.Context(), "k")
		assert.Error(t, err, "Revoked of an instance that has never reached Redis: %v", at)
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
			at := now().Add(-time.Minute)
			revoke(t, one, "first", at)
			two := open(t, defaultTimeoutURL(server), redis.Options{Prefix: "p", Allowance: allowEight})
			waitFor(t, "all entries are cached", two.Revocations().Complete)
			received := make(chan struct{}, 1)
			defer two.Bus().Subscribe(bff.TopicSessions, func([]byte) {
				select {
				case received <- struct{}{}:
				default:
				}
			})()
			revoke(t, one, "second", at)
			waitFor(t, "the published entry is cached", func() bool { return two.Revocations().Cached("second") })

			outage.begin(t, server)
			assertDegraded(t, two)
			for session, want := range map[string]time.Time{"first": at, "second": at, "valid": {}} {
				assertRevoked(t, "during the outage", two, session, want)
			}

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

// refusals are the states in which Redis answers reads and refuses writes, by its own name for them.
func refusals(t *testing.T) map[string]struct{ begin, end func(*realredis.Server) } {
	t.Helper()
	set := func(parameter, value string) func(*realredis.Server) {
		return func(s *realredis.Server) { do(t, s, "CONFIG", "SET", parameter, value) }
	}
	master := realredis.Start(t)
	return map[string]struct{ begin, end func(*realredis.Server) }{
		"READONLY": {
			func(s *realredis.Server) { do(t, s, "REPLICAOF", "127.0.0.1", strconv.Itoa(master.Port)) },
			func(s *realredis.Server) { do(t, s, "REPLICAOF", "NO", "ONE") },
		},
		"OOM":        {set("maxmemory", "1"), set("maxmemory", "0")},
		"NOREPLICAS": {set("min-replicas-to-write", "1"), set("min-replicas-to-write", "0")},
		"MISCONF": {
			func(s *realredis.Server) {
				set("save", `"3600 1"`)(s)
				lines := strings.Split(do(t, s, "CONFIG", "GET", "dir"), "\r\n")
				must(t, os.RemoveAll(lines[len(lines)-1]))
				do(t, s, "BGSAVE")
			},
			set("save", `""`),
		},
	}
}

// syncBuffer is a log that goroutines write and the test reads.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

func TestPingReportsRefusedWrites(t *testing.T) {
	t.Parallel()
	for name, state := range refusals(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, log := realredis.Start(t), new(syncBuffer)
			s := open(t, server.URL(), redis.Options{Log: slog.New(slog.NewTextHandler(log, nil)), Allowance: allowEight})
			err := s.Ping(t.Context())
			require.True(t, err == nil && s.Writable(), "%v, writable: %v", err, s.Writable())
			at := now()
			revoke(t, s, "k", at)
			state.begin(server)
			waitFor(t, "the refusal is noticed without a call", func() bool { return !s.Writable() })
			var refused *store.RefusedError
			err = s.Ping(t.Context())
			assert.True(t, errors.As(err, &refused) && refused.Reason == name && errors.Is(err, store.ErrNotWritable),
				"ping: %v", err)
			// Guesses remain limited, and reads continue.
			l := limit.Split{Local: limit.New(limit.Options{Allowance: allowEight}), Shared: s.Limiter()}
			given := 0
			for range 40 {
				if _, ok := l.Allow(t.Context(), bff.LimitKey{Rule: bff.LimitPassword, Subject: "demo"}); ok {
					given++
				}
			}
			assert.Equal(t, 8, given, "%d guesses, want 8", given)
			assertRevoked(t, "while Redis refuses writes", s, "k", at)
			assertRefused(t, "a money key", s, key, bff.ReasonUnavailable)
			state.end(server)
			waitFor(t, "the end is noticed without a call", s.Writable)
			waitFor(t, "the end is logged", func() bool { return strings.Contains(log.String(), "accepts writes again") })
			text := log.String()
			failed, again := strings.Count(text, "ping redis: failed"), strings.Count(text,
				"accepts writes again")
			assert.True(t, failed == 1 && again == 1 && strings.Contains(text, "state="+name),
				"logged %d failures and %d ends:\n%s", failed, again, text)
		})
	}
}

func TestPingReportsTheLossOfRedisOnce(t *testing.T) {
	t.Parallel()
	server, log := realredis.Start(t), new(syncBuffer)
	s := open(t, defaultTimeoutURL(server), redis.Options{Log: slog.New(slog.NewTextHandler(log, nil))})
	waitFor(t, "Redis answers", func() bool { return s.Ping(t.Context()) == nil })
	server.Kill()
	waitFor(t, "the loss is noticed", func() bool { return !s.Writable() })
	for range 3 {
		err := s.Ping(t.Context())
		assert.True(t, err != nil && !errors.Is(err, store.ErrNotWritable), "ping: %v", err)
	}
	server.Run(t)
	waitFor(t, "the return is noticed", s.Writable)
	waitFor(t, "the return is logged", func() bool {
		return strings.Count(log.String(), "ping redis: failed") == strings.Count(log.String(), "accepts writes again")
	})
	text := log.String()
	assert.Contains(t, text, "state=unreachable", "log:\n%s", text)
}
