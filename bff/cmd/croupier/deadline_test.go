package main

import (
	"encoding/json"
	"io"
	"net"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/cache"
	"croupier/bff/upstream"
	"croupier/bff/upstream/envelope"
)

// TestCachedCallsToHungPlatformOpenTheBreaker composes the real cache with the real chain and a
// platform that accepts connections and never answers. It runs in real time: under synctest two
// deadlines of equal length end at the same instant, which hides which of them ended the call.
func TestCachedCallsToHungPlatformOpenTheBreaker(t *testing.T) {
	const minimum, calls = 5, 30
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	var reached atomic.Int64
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			reached.Add(1)
			go func() { _, _ = io.Copy(io.Discard, conn); _ = conn.Close() }()
		}
	}()
	adapter, err := envelope.New(envelope.Settings{URL: "http://" + l.Addr().String()})
	if err != nil {
		t.Fatal(err)
	}
	chain := upstream.NewChain(adapter, upstream.Settings{
		Name: "hung", Breaker: upstream.BreakerSettings{Window: 10 * time.Minute, Minimum: minimum, OpenFor: time.Hour},
	})
	responses := cache.New(cache.Settings{})
	t.Cleanup(responses.Close)

	rules := bff.Rules{Who: bff.WhoGuest, Kind: bff.KindRead, Cache: bff.CachePolicy{TTL: time.Minute}, Deadline: 100 * time.Millisecond}
	brand, call := &bff.Brand{ID: "marmara", Upstream: bff.UpstreamRules{Name: "hung"}}, &bff.Call{Class: "casino", Method: "games_list", Rules: rules}
	answered := map[string]int{}
	for i := range calls {
		_, err := responses.Do(t.Context(), &bff.UpstreamRequest{
			RequestID: "r", Brand: brand, Call: call, Rules: rules, Lang: "tr", Data: map[string]any{"offset": json.Number(strconv.Itoa(i))},
		}, chain)
		answered[reasonDebug(err)]++
	}
	if n := reached.Load(); n > minimum {
		t.Errorf("%d of %d calls reached the hung platform, want at most %d", n, calls, minimum)
	}
	if state := chain.States()[0]; state.State != "open" {
		t.Errorf("the breaker is %s after %d failures of %d calls", state.State, state.Failures, state.Calls)
	}
	if answered["upstream unavailable"] < calls-minimum {
		t.Errorf("answers: %v", answered)
	}
}

func reasonDebug(err error) string {
	if r, ok := err.(*bff.Reason); ok { //nolint:errorlint // for a table of outcomes
		return r.Debug
	}
	return "no reason"
}
