package main

import (
	"errors"
)

// refusedCalls is the share of calls that the server refused. Ratios do not include them.
const refusedCalls = "refused by the server, %"

const (
	proxiedLoad = 32  // connections of the rows proxied and session
	waitingLoad = 256 // connections of the row waiting
)

// proxied compares a player's uncached read with ReverseProxy and a platform without latency.
func (b *bench) proxied() {
	b.compared("proxied", "https://"+b.platform.HTTP2, setup{})
}

// plain compares a player's read with ReverseProxy and a platform without TLS and latency.
func (b *bench) plain() {
	b.compared("plain", "http://"+b.platform.Plain, setup{upstream: "http://" + b.platform.Plain})
}

// compared measures a row with the server as configured and with ReverseProxy to the upstream.
func (b *bench) compared(row, upstream string, of setup) {
	b.platform.be(behaviour{})
	server := b.startMeasured(of)
	b.add(row, "ms until the server listens", "<= 1000", float64(server.started.Milliseconds()))
	b.add(row, "resident memory at rest, MB", "<= 60", server.resident())
	call := measuredPost(server.cookie)
	proxy := b.startGo("proxy", peerOrder{Upstream: upstream})
	_, _ = b.tryWrk(server, call, proxiedLoad) // the limit of parallel calls adapts
	want := b.wrk(proxy, call, proxiedLoad)
	proxy.stop()
	got := b.wrk(server, call, proxiedLoad)
	b.add(row, "ratio to ReverseProxy", ">= 1.4", got.requests/want.requests)
	b.add(row, refusedCalls, "<= 0", 100*got.refused)
	b.add(row, "CPU seconds of 10,000", "<= 0.35", got.cpu.Seconds())
	b.add(row, "CPU seconds of 10,000, ReverseProxy", "", want.cpu.Seconds())
}

// session compares a player's read with a guest's read through the same server. The contract caches
// every guest read, so the brand disables the cache of this one.
func (b *bench) session() {
	b.platform.be(behaviour{ListSize: 1})
	server := b.startMeasured(setup{settings: "cache: { " + measuredList + ": { ttl: 0s } }\n"})
	before := b.platform.counts()
	guest, player := callOf(measuredList, "", "identity"), measuredPost(server.cookie)
	speeds := map[string]speed{}
	for _, c := range []post{guest, player, guest, player} { // the first turns adapt the limit of parallel calls
		speeds[c.body] = b.wrk(server, c, proxiedLoad)
	}
	after := b.platform.counts()
	if float64(after.Lists-before.Lists) < speeds[guest.body].requests*turn.Seconds() {
		check(errors.New("the platform did not receive all calls of guests"))
	}
	b.add("session", "calls of a player, ratio to those of a guest", ">= 0.85",
		speeds[player.body].requests/speeds[guest.body].requests)
	b.add("session", refusedCalls, "<= 0", 100*max(speeds[player.body].refused, speeds[guest.body].refused))
	b.add("session", "CPU of a player's call, ratio to a guest's", "",
		speeds[player.body].cpu.Seconds()/speeds[guest.body].cpu.Seconds())
}
