package e2e_test

import (
	"bytes"
	"io"
	"maps"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"croupier/bff/store/storetest/realredis"
)

// redisProxy forwards connections to a Redis and counts the round trips on them: a request, or
// several in one pipeline, until the next reply.
type redisProxy struct {
	address string

	mu    sync.Mutex
	turns []string // the request of each
}

func proxyRedis(t *testing.T, target string) *redisProxy {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &redisProxy{address: l.Addr().String()}
	var conns sync.WaitGroup
	t.Cleanup(func() {
		_ = l.Close()
		conns.Wait()
	})
	conns.Go(func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			conns.Go(func() { p.forward(client, target) })
		}
	})
	return p
}

// forward copies both directions of a connection until one of them ends.
func (p *redisProxy) forward(client net.Conn, target string) {
	defer client.Close() //nolint:errcheck // the test does not depend on it
	server, err := net.Dial("tcp", target)
	if err != nil {
		return
	}
	defer server.Close() //nolint:errcheck // the test does not depend on it
	var mu sync.Mutex
	var request []byte
	go func() {
		defer server.Close() //nolint:errcheck // the test does not depend on it
		_, _ = io.Copy(writerFunc(func(b []byte) (int, error) {
			mu.Lock()
			request = append(request, b...)
			mu.Unlock()
			return server.Write(b)
		}), client)
	}()
	_, _ = io.Copy(writerFunc(func(b []byte) (int, error) {
		mu.Lock()
		done := request
		request = nil
		mu.Unlock()
		if len(done) > 0 {
			p.mu.Lock()
			p.turns = append(p.turns, string(done))
			p.mu.Unlock()
		}
		return client.Write(b)
	}), server)
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// background are the kinds of round trips that instances make without a call, or after it: polled
// records, the requests that staff look up, the
// generation of the memory of Redis and those of the cache, and what opens and checks connections.
var background = map[string]bool{
	"records": true, "memory": true, "cache-generations": true, "index-key+ping": true, "ping": true, "hello": true, "client": true,
	"collection": true, "collection+collection-term": true, "collection-ids": true,
}

// take returns how often each kind of round trip was made since the last take, except background
// ones: the kinds of keys that it reads or writes, or its command without one.
func (p *redisProxy) take() map[string]int {
	p.mu.Lock()
	defer p.mu.Unlock()
	kinds := map[string]int{}
	for _, turn := range p.turns {
		if kind := turnKind(turn); !background[strings.ToLower(kind)] {
			kinds[kind]++
		}
	}
	p.turns = nil
	return kinds
}

func turnKind(turn string) string {
	kinds := map[string]bool{}
	for _, word := range strings.Split(turn, "\r\n") {
		if rest, ok := strings.CutPrefix(word, "croupier:"); ok {
			kind, _, _ := strings.Cut(rest, ":")
			kinds[kind] = true
		}
	}
	if len(kinds) == 0 {
		lines := bytes.SplitN([]byte(turn), []byte("\r\n"), 4)
		return string(lines[min(2, len(lines)-1)])
	}
	return strings.Join(slices.Sorted(maps.Keys(kinds)), "+")
}

// TestSessionCallIsOneRedisRoundTrip counts the round trips of session calls in a row, with the
// session in the cookie and with a ticket.
func TestSessionCallIsOneRedisRoundTrip(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	platform, keys := start(t, nil, "mock", "--listen", "127.0.0.1:0"), filepath.Join(t.TempDir(), "keys.json")
	for name, env := range map[string][]string{"cookie": nil, "ticket": {"CROUPIER_SESSION_STORE=redis"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			proxy := proxyRedis(t, server.Address())
			p := startServer(t, append(inFrontOf(platform.Address, "CROUPIER_REDIS_URL=redis://"+proxy.address+"?timeout=30s", "CROUPIER_KEYS_FILE="+keys), env...), t.TempDir())
			v := visitor{p.Address, "localhost", ""}
			const calls = 150 // fewer than the burst of a session
			for _, call := range []string{"system/ping", "user/get_user_profile"} {
				token := v.login(t, "", "demo", "Demo123")
				session := func() {
					if status, a, _ := v.call(t, token, call, nil); status != http.StatusOK {
						t.Fatalf("%s: %d %s", call, status, a["debug"])
					}
				}
				session() // the token is remembered
				proxy.take()
				for range calls {
					session()
				}
				kinds := proxy.take()
				turns := 0
				for _, n := range kinds {
					turns += n
				}
				t.Logf("%s: %d round trips for %d calls: %v", call, turns, calls, kinds)
				// A renewed ticket may fall into the test.
				if turns < calls || turns > calls+calls/20 {
					t.Errorf("%s: %d round trips for %d calls, want one each: %v", call, turns, calls, kinds)
				}
			}
		})
	}
}
