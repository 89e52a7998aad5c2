package cache

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
)

func TestExplainFollowsTheStateOfAResponse(t *testing.T) {
	all, bus, store := instances(t, 2)
	f, other := all[0], all[1]
	ask := func(f *fixture) { f.ask(t.Context(), request()); f.settled() }
	for _, step := range []struct {
		advance               time.Duration
		do                    func()
		memory, shared, fetch string
	}{
		{0, func() {}, "empty", "empty", "none that this instance remembers"},
		{0, func() { ask(f) }, "fresh, age 0s, identity ", "fresh, age 0s, identity ", "T12:00:00Z, 0s, stored"},
		{2 * time.Minute, func() {}, "stale, age 2m0s", "stale, age 2m0s", " 0s, stored"},
		{
			time.Hour, func() { f.do = failWith(bff.ReasonUnavailable); ask(f) }, "stale for failures, age 1h2m0s",
			"stale for failures, age 1h2m0s", "failed: upstream unavailable",
		},
		{0, func() { bus.onPurge = nil; other.purged(t, "marmara", "casino") }, "stale for failures", "purged", ""},
		{
			0, func() { f.purged(t, "", ""); f.do = answerWith(&bff.Answer{}); ask(f) }, "empty", "purged",
			"not stored: the platform refused the call",
		},
		{0, func() { ask(other) }, "empty", "fresh", ""},
		{0, func() { ask(f) }, "fresh", "fresh", "stored from Redis"},
		{0, func() { store.dead = errors.New("down") }, "fresh", "unavailable", ""},
	} {
		f.clock.Advance(step.advance)
		other.clock.Advance(step.advance)
		step.do()
		got := fmt.Sprint(f.settled().Explain(t.Context(), request()))
		assert.Contains(t, got, "[memory "+step.memory)
		assert.Contains(t, got, "[Redis "+step.shared)
		assert.Contains(t, got, step.fetch+"]")
	}
}

func TestExplainNamesKeyPolicyAndSizesButNoData(t *testing.T) {
	f := newFixture(t, Settings{})
	f.do = answerWith(long("x"))
	f.ask(t.Context(), request())
	brand := func(ttl time.Duration) *bff.UpstreamRequest {
		return changed(func(r *bff.UpstreamRequest) {
			r.Brand.Cache = map[string]bff.CachePolicy{"casino/games_list": {TTL: ttl}}
			r.Brand.Upstream = bff.UpstreamRules{Name: "main", URL: "hidden", Settings: "hidden"}
		})
	}
	session := changed(func(r *bff.UpstreamRequest) { r.Rules.Who = bff.WhoSession })
	for want, r := range map[string]*bff.UpstreamRequest{
		`site id 889\].*language tr\] \[key data {"Lang":"tr","limit":48,"offset":0}\]`:                   request(),
		`\[memory fresh, age 0s, identity \d+ bytes, gzip \d+ bytes, br \d+ bytes\] \[Redis not in use\]`: request(),
		`10m0s, .* 24h0m0s, from contracts/calls.yaml\]`:                                                  request(),
		`upstream main\].*ttl 1s, .* from the brand file\] \[memory empty`:                                brand(time.Second),
		`ttl: 0s from the brand file`:                                                                     brand(0),
		`who: session`:                                                                                    session,
	} {
		got := fmt.Sprint(f.Explain(t.Context(), r))
		assert.Regexp(t, want, got)
		assert.NotRegexp(t, "Çılgın|hidden", got)
	}
}
