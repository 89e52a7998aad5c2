package redis_test

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/limit"
	"croupier/bff/store"
	"croupier/bff/store/redis"
	"croupier/bff/store/storetest/realredis"
)

// refusals are the states in which Redis answers reads and refuses writes, by its own name for them.
func refusals(t *testing.T) map[string]struct{ begin, end func(*realredis.Server) } {
	t.Helper()
	do := func(s *realredis.Server, words ...string) {
		t.Helper()
		if _, err := s.Do(words...); err != nil {
			t.Fatalf("%v: %v", words, err)
		}
	}
	master := realredis.Start(t)
	return map[string]struct{ begin, end func(*realredis.Server) }{
		"READONLY": {
			func(s *realredis.Server) { do(s, "REPLICAOF", "127.0.0.1", strconv.Itoa(master.Port)) },
			func(s *realredis.Server) { do(s, "REPLICAOF", "NO", "ONE") },
		},
		"OOM": {
			func(s *realredis.Server) { do(s, "CONFIG", "SET", "maxmemory", "1") },
			func(s *realredis.Server) { do(s, "CONFIG", "SET", "maxmemory", "0") },
		},
		"NOREPLICAS": {
			func(s *realredis.Server) { do(s, "CONFIG", "SET", "min-replicas-to-write", "1") },
			func(s *realredis.Server) { do(s, "CONFIG", "SET", "min-replicas-to-write", "0") },
		},
		"MISCONF": {
			func(s *realredis.Server) {
				do(s, "CONFIG", "SET", "save", `"3600 1"`)
				reply, err := s.Do("CONFIG", "GET", "dir")
				if err != nil {
					t.Fatal(err)
				}
				lines := strings.Split(reply, "\r\n")
				if err := os.RemoveAll(lines[len(lines)-1]); err != nil {
					t.Fatal(err)
				}
				do(s, "BGSAVE")
			},
			func(s *realredis.Server) { do(s, "CONFIG", "SET", "save", `""`) },
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
			if err := s.Ping(t.Context()); err != nil || !s.Writable() {
				t.Fatalf("%v, writable: %v", err, s.Writable())
			}
			if err := s.Revocations().Revoke(t.Context(), "k", time.Now(), time.Now().Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
			state.begin(server)
			waitFor(t, "the refusal is noticed without a call", func() bool { return !s.Writable() })
			var refused *store.RefusedError
			if err := s.Ping(t.Context()); !errors.As(err, &refused) || refused.Reason != name || !errors.Is(err, store.ErrNotWritable) {
				t.Errorf("ping: %v", err)
			}
			// Guesses stay limited, and reads go on.
			l := limit.Split{Local: limit.New(limit.Options{Allowance: allowEight}), Shared: s.Limiter()}
			given := 0
			for range 40 {
				if _, ok := l.Allow(t.Context(), bff.LimitKey{Rule: bff.LimitPassword, Subject: "demo"}); ok {
					given++
				}
			}
			if given != 8 {
				t.Errorf("%d guesses, want 8", given)
			}
			if at, err := s.Revocations().Revoked(t.Context(), "k"); err != nil || at[0].IsZero() {
				t.Errorf("a revocation: %v, %v", at, err)
			}
			if _, err := s.IdempotencyStore().Claim(t.Context(), key, body); !errors.Is(err, bff.ReasonUnavailable) {
				t.Errorf("a money key: %v", err)
			}
			state.end(server)
			waitFor(t, "the end is noticed without a call", s.Writable)
			waitFor(t, "the end is logged", func() bool { return strings.Contains(log.String(), "accepts writes again") })
			text := log.String()
			if failed, again := strings.Count(text, "ping redis: failed"), strings.Count(text, "accepts writes again"); failed != 1 || again != 1 || !strings.Contains(text, "state="+name) {
				t.Errorf("logged %d failures and %d ends:\n%s", failed, again, text)
			}
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
		if err := s.Ping(t.Context()); err == nil || errors.Is(err, store.ErrNotWritable) {
			t.Errorf("ping: %v", err)
		}
	}
	server.Run(t)
	waitFor(t, "the return is noticed", s.Writable)
	waitFor(t, "the return is logged", func() bool {
		return strings.Count(log.String(), "ping redis: failed") == strings.Count(log.String(), "accepts writes again")
	})
	if text := log.String(); strings.Count(text, "state=unreachable") < 1 || strings.Count(text, "ping redis: failed") != strings.Count(text, "accepts writes again") {
		t.Errorf("log:\n%s", text)
	}
}
