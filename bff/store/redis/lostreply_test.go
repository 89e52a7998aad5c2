package redis_test

import (
	"bytes"
	"io"
	"net"
	"sync/atomic"
	"testing"

	"croupier/bff"
	"croupier/bff/store/redis"
	"croupier/bff/store/storetest/realredis"
)

// lossyProxy forwards connections to a Redis. It drops the replies to a number of scripts, which
// Redis has run, and closes their connections.
type lossyProxy struct {
	net.Listener
	target  string
	toDrop  atomic.Int64
	dropped atomic.Int64
}

func startLossyProxy(t *testing.T, target string) *lossyProxy {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	p := &lossyProxy{Listener: l, target: target}
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", p.target)
			if err != nil {
				_ = client.Close()
				return
			}
			var script atomic.Bool
			go forward(server, client, func(b []byte) bool {
				if bytes.Contains(b, []byte("\r\neval\r\n")) || bytes.Contains(b, []byte("\r\nevalsha\r\n")) {
					script.Store(true)
				}
				return true
			})
			go forward(client, server, func([]byte) bool {
				if !script.Swap(false) || p.toDrop.Add(-1) < 0 {
					return true
				}
				p.dropped.Add(1)
				return false
			})
		}
	}()
	return p
}

// forward copies data until one side ends or accept returns false, and closes both connections.
func forward(to, from net.Conn, accept func([]byte) bool) {
	defer to.Close()   //nolint:errcheck // nothing more is written
	defer from.Close() //nolint:errcheck // nothing more is written
	b := make([]byte, 1<<16)
	for {
		n, err := from.Read(b)
		if n > 0 && !accept(b[:n]) {
			return
		}
		if _, werr := io.Copy(to, bytes.NewReader(b[:n])); err != nil || werr != nil {
			return
		}
	}
}

func TestOutcomeIsRecordedDespiteLostReplies(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	p := startLossyProxy(t, server.Address())
	s := open(t, "redis://"+p.Addr().String()+"?timeout="+timeout.String(), redis.Options{}).IdempotencyStore()
	claim := func(name string) bff.IdempotencyKey {
		t.Helper()
		k := key
		k.Key = name
		if _, err := s.Claim(t.Context(), k, body); err != nil {
			t.Fatal(err)
		}
		return k
	}
	// The first outcome loads the script into Redis, so that the dropped replies below are those of
	// scripts that ran, not of NOSCRIPT errors.
	if err := s.Finish(t.Context(), claim("first"), &bff.Answer{}); err != nil {
		t.Fatal(err)
	}
	second := claim("second")
	p.toDrop.Store(2)
	if err := s.Finish(t.Context(), second, &bff.Answer{Result: true, Code: 200}); err != nil || p.dropped.Load() != 2 {
		t.Errorf("Finish with %d dropped replies: %v", p.dropped.Load(), err)
	}
	if first, err := s.Claim(t.Context(), second, body); first == nil || err != nil {
		t.Errorf("repeat: %v, %v", first, err)
	}
	third := claim("third")
	p.toDrop.Store(100)
	if err := s.Finish(t.Context(), third, &bff.Answer{}); err == nil {
		t.Error("Finish succeeded although every reply was dropped")
	}
}

// A claim whose release Redis refused is free once Redis accepts writes again.
func TestReleaseIsRetriedWhileRedisRefusesWrites(t *testing.T) {
	server := realredis.Start(t)
	s := open(t, server.URL(), redis.Options{})
	defer closer(t, s)()
	set := func(replicas string) {
		t.Helper()
		if reply, err := server.Do("CONFIG", "SET", "min-replicas-to-write", replicas); err != nil || reply != "OK" {
			t.Fatal(reply, err)
		}
	}
	if first, err := s.IdempotencyStore().Claim(t.Context(), key, body); first != nil || err != nil {
		t.Fatal(first, err)
	}
	set("1")
	if err := s.IdempotencyStore().Release(t.Context(), key); err == nil {
		t.Fatal("the release was written")
	}
	if first, err := s.IdempotencyStore().Claim(t.Context(), key, body); first != nil || err == nil {
		t.Errorf("a repeat while Redis refuses writes: %v, %v", first, err)
	}
	set("0")
	waitFor(t, "the key is free", func() bool {
		first, err := s.IdempotencyStore().Claim(t.Context(), key, body)
		return first == nil && err == nil
	})
}
