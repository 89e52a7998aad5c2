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

// lossy leads to a Redis and loses the answers to as many scripts as it is told, which
// Redis has run.
type lossy struct {
	net.Listener
	to   string
	lose atomic.Int64
	lost atomic.Int64
}

func newLossy(t *testing.T, to string) *lossy {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	p := &lossy{Listener: l, to: to}
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", p.to)
			if err != nil {
				_ = near.Close()
				return
			}
			var script atomic.Bool
			go pass(far, near, func(b []byte) bool {
				if bytes.Contains(b, []byte("\r\neval\r\n")) {
					script.Store(true)
				}
				return true
			})
			go pass(near, far, func([]byte) bool {
				if !script.Swap(false) || p.lose.Add(-1) < 0 {
					return true
				}
				p.lost.Add(1)
				return false
			})
		}
	}()
	return p
}

// pass carries bytes until one side ends or on says no.
func pass(to, from net.Conn, on func([]byte) bool) {
	defer to.Close()   //nolint:errcheck // it ends
	defer from.Close() //nolint:errcheck // it ends
	b := make([]byte, 1<<16)
	for {
		n, err := from.Read(b)
		if n > 0 && !on(b[:n]) {
			return
		}
		if _, werr := io.Copy(to, bytes.NewReader(b[:n])); err != nil || werr != nil {
			return
		}
	}
}

func TestAnOutcomeIsWrittenThoughRedisLosesItsAnswers(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	p := newLossy(t, server.Address())
	j := open(t, "redis://"+p.Addr().String()+"?timeout="+patience.String(), redis.Options{}).IdempotencyStore()
	if _, err := j.Claim(t.Context(), key, body); err != nil {
		t.Fatal(err)
	}
	p.lose.Store(2)
	if err := j.Finish(t.Context(), key, &bff.Answer{Result: true, Code: 200}); err != nil || p.lost.Load() != 2 {
		t.Errorf("got %v after %d lost answers", err, p.lost.Load())
	}
	if first, err := j.Claim(t.Context(), key, body); first == nil || err != nil {
		t.Errorf("a repeat is told %v, %v", first, err)
	}
	p.lose.Store(100)
	other := key
	other.Key = "other"
	if _, err := j.Claim(t.Context(), other, body); err != nil {
		t.Fatal(err)
	}
	if err := j.Finish(t.Context(), other, &bff.Answer{}); err == nil {
		t.Error("an outcome was acknowledged that Redis never confirmed")
	}
}
