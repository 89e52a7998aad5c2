package redis_test

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/player/limit"
	"croupier/bff/store"
	"croupier/bff/store/redis"
	"croupier/bff/test/storetest/realredis"
	"croupier/bff/test/testkit"
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
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	must(t, err)
	t.Cleanup(func() { _ = syscall.Close(fd) })
	must(t, errors.Join(syscall.Bind(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}), syscall.Listen(fd, 0)))
	name, err := syscall.Getsockname(fd)
	must(t, err)
	address := fmt.Sprintf("127.0.0.1:%d", name.(*syscall.SockaddrInet4).Port)
	// One connection usually fills the queue. Further connections make sure.
	for range 4 {
		conn, err := (&net.Dialer{Timeout: 200 * time.Millisecond}).DialContext(t.Context(), "tcp", address)
		if err == nil {
			t.Cleanup(func() { _ = conn.Close() })
		}
	}
	return address
}

// assertDegraded checks each part of a store without Redis. No step may take longer than twice the
// timeout, which allows one operation and the withdrawal of a failed claim.
func assertDegraded(t *testing.T, s *redis.Store) {
	ctx := t.Context()
	step := func(name string, do func()) {
		start := time.Now()
		do()
		assert.LessOrEqual(t, time.Since(start), 2*redis.DefaultTimeout+margin, name)
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
	until := time.Now().Add(time.Hour)
	entry := bff.IndexedSession{ExpiresAt: until}
	for name, c := range map[string]struct {
		times int
		write func() error
	}{
		"changes of the session index": {
			manyCalls,
			func() error { return s.SessionIndex().Put(ctx, "k", "id", entry) },
		},
		"deletions in the session index": {manyCalls, func() error { return s.SessionIndex().Delete(ctx, "k", "id") }},
		"a purge": {
			1,
			func() error { _, err := s.SharedCache().Purge(ctx, "/", 0); return err },
		},
		"a record": {1, func() error { return s.Records("r").Put(ctx, "k", nil) }},
		"a revocation": {
			1,
			func() error { return s.Revocations().Revoke(ctx, "k", time.Now(), until) },
		},
		"a ping": {1, func() error { return s.Ping(ctx) }},
	} {
		step(name, func() {
			for range c.times {
				assert.Error(t, c.write(), "acknowledged without Redis: %s", name)
			}
		})
	}
	step("reading a ticket", func() {
		v, err := s.TicketStore().Get(ctx, "id")
		assert.True(t, v == nil && err != nil, "ticket: %q, %v", v, err)
	})
	step("publishing", func() {
		received := make(chan []byte, 1)
		defer s.Bus().Subscribe(bff.TopicPurge, func(payload []byte) { received <- payload }, nil)()
		assert.Error(t, s.Bus().Publish(ctx, bff.TopicPurge, nil))
		<-received // by a subscriber of the same instance
	})
}

func TestUnreachableAddress(t *testing.T) {
	t.Parallel()
	address := blackHole(t)
	for _, url := range []string{"redis://" + address, "redis+cluster://" + address} {
		start := time.Now()
		s := open(t, url, redis.Options{Allowance: allowEight})
		assert.LessOrEqual(t, time.Since(start), redis.DefaultTimeout+margin, "Open")
		assertDegraded(t, s)
		at, err := s.Revocations().Revoked(t.Context(), "k")
		assert.Error(t, err, "Revoked of an instance that has never reached Redis: %v", at)
	}
}

func TestOutageAndRecovery(t *testing.T) {
	t.Parallel()
	for name, outage := range map[string]struct {
		begin, end func(*realredis.Server, testing.TB)
	}{
		"Redis hangs":   {(*realredis.Server).Suspend, (*realredis.Server).Resume},
		"Redis is down": {func(s *realredis.Server, _ testing.TB) { s.Kill() }, (*realredis.Server).Run},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := t.Context()
			server := realredis.Start(t)
			// one revokes with a long timeout. two receives the entry over the bus and does not
			// read it.
			one := open(t, server.URL(), redis.Options{Prefix: "p"})
			at := now().Add(-time.Minute)
			revoke(t, one, "first", at)
			two := open(t, defaultTimeoutURL(server), redis.Options{Prefix: "p", Allowance: allowEight})
			waitFor(t, "all entries are cached", two.Revocations().Complete)
			var received atomic.Bool
			defer two.Bus().Subscribe(bff.TopicSessions, func([]byte) { received.Store(true) }, nil)()
			revoke(t, one, "second", at)
			waitFor(t, "the published entry is cached", func() bool { return two.Revocations().Cached("second") })

			outage.begin(server, t)
			assertDegraded(t, two)
			received.Store(false)
			for session, want := range map[string]time.Time{"first": at, "second": at, "valid": {}} {
				assertRevoked(t, "during the outage", two, session, want)
			}

			outage.end(server, t)
			waitFor(t, "a revocation is acknowledged again", func() bool {
				return two.Revocations().Revoke(ctx, "third", at, time.Now().Add(time.Hour)) == nil
			})
			waitFor(t, "messages are received again", func() bool {
				return one.Bus().Publish(ctx, bff.TopicSessions, nil) == nil && received.Load()
			})
			waitFor(t, "responses are cached again",
				func() bool { return two.SharedCache().Put(ctx, "k", []byte("v"), time.Hour) == nil })
			waitFor(t, "limits apply again", func() bool {
				_, ok, err := two.Limiter().Take(ctx, bff.LimitKey{Rule: bff.LimitCode, Subject: "again"})
				return !ok && err == nil
			})
		})
	}
}

// refusals are the states in which Redis answers reads and refuses writes, by error code.
func refusals(t *testing.T) map[string]struct{ begin, end func(*realredis.Server) } {
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

func TestPingReportsRefusedWrites(t *testing.T) {
	t.Parallel()
	for name, state := range refusals(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, log := realredis.Start(t), new(testkit.Log)
			s := open(t, server.URL(),
				redis.Options{Log: slog.New(slog.NewTextHandler(log, nil)), Allowance: allowEight})
			must(t, s.Ping(t.Context()))
			require.True(t, s.Writable())
			at := now()
			revoke(t, s, "k", at)
			state.begin(server)
			waitFor(t, "the refusal is noticed without a call", func() bool { return !s.Writable() })
			var refused *store.RefusedError
			err := s.Ping(t.Context())
			assert.ErrorIs(t, err, store.ErrNotWritable)
			assert.True(t, errors.As(err, &refused) && refused.Reason == name, "ping: %v", err)
			// Guesses remain limited, and reads continue.
			l := limit.Split{Local: limit.New(limit.Options{Allowance: allowEight}), Shared: s.Limiter()}
			given := 0
			for range 40 {
				if _, ok := l.Allow(t.Context(), bff.LimitKey{Rule: bff.LimitPassword, Subject: "demo"}); ok {
					given++
				}
			}
			assert.Equal(t, 8, given, "guesses")
			assertRevoked(t, "while Redis refuses writes", s, "k", at)
			assertRefused(t, "a money key", s, key, bff.ReasonUnavailable)
			state.end(server)
			waitFor(t, "the end is noticed without a call", s.Writable)
			waitFor(t, "the end is logged",
				func() bool { return strings.Contains(log.String(), "accepts writes again") })
			text := log.String()
			assert.Equal(t, 1, strings.Count(text, "redis is unreachable or refuses writes"), text)
			assert.Equal(t, 1, strings.Count(text, "accepts writes again"), text)
			assert.Contains(t, text, "state="+name)
		})
	}
}
