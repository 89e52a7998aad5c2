package main

import (
	"errors"
	"fmt"
)

// refusedCalls is the figure of the share of calls that the server refused. They cost little and take no part in ratios.
const refusedCalls = "refused by the server, %"

const (
	proxiedLoad = 32  // connections of the rows proxied and session
	waitingLoad = 256 // connections of the row waiting
)

// plain compares a player's read with ReverseProxy, at a platform without TLS that answers at once.
func (b *bench) plain() error {
	return b.compared("plain", "http://"+b.platform.plain, setup{plain: true}, nil)
}

// proxied compares a player's read that is never cached with proxies that pass the same bytes to the same platform, which
// answers at once.
func (b *bench) proxied() error {
	return b.compared("proxied", "https://"+b.platform.address, setup{}, []func() (*peer, error){b.startNginx, b.startHAProxy})
}

// compared measures a row: the server as set up, ReverseProxy at the upstream, and other proxies.
func (b *bench) compared(row, upstream string, of setup, others []func() (*peer, error)) error {
	if err := b.platform.be(behaviour{}); err != nil {
		return err
	}
	server, cookie, err := b.startMeasured(of)
	if err != nil {
		return err
	}
	defer server.stop()
	b.add(row, "resident memory at rest, MB", "<= 60", server.resident())
	call := measuredPost(cookie)
	proxy, err := b.startGo("proxy", peerOrder{Upstream: upstream})
	if err != nil {
		return err
	}
	_, _ = b.wrk(server, call, proxiedLoad, turn) // the limit of calls at once finds its size
	want, err := b.wrk(proxy, call, proxiedLoad, turn)
	proxy.stop()
	if err != nil {
		return err
	}
	got, err := b.wrk(server, call, proxiedLoad, turn)
	if err != nil {
		return err
	}
	b.add(row, "ratio to ReverseProxy", ">= 1.4", got.requests/want.requests)
	b.add(row, refusedCalls, "<= 0", 100*got.refused)
	b.add(row, "CPU seconds of 10,000", "<= 0.35", got.cpu.Seconds())
	b.add(row, "CPU seconds of 10,000, ReverseProxy", "", want.cpu.Seconds())
	for _, start := range others {
		other, err := start()
		if err != nil {
			return err
		}
		theirs, err := b.wrk(other, call, proxiedLoad, turn)
		other.stop()
		if err != nil {
			return err
		}
		b.add(row, "ratio of "+other.name+" to ReverseProxy", "", theirs.requests/want.requests)
	}
	return nil
}

// session compares a player's read with a guest's through the same server. Every guest read that reaches the platform is
// cached by the contract; the brand turns the cache of this one off.
func (b *bench) session() error {
	if err := b.platform.be(behaviour{ListSize: 1}); err != nil {
		return err
	}
	server, cookie, err := b.startMeasured(setup{settings: "cache: { " + measuredList + ": { ttl: 0s } }\n"})
	if err != nil {
		return err
	}
	defer server.stop()
	before, err := b.platform.counts()
	if err != nil {
		return err
	}
	guest, player := callOf(measuredList, "", "identity"), measuredPost(cookie)
	speeds := map[string]speed{}
	for _, c := range []post{guest, player, guest, player} { // the first turns find the limit of calls at once
		if speeds[c.body], err = b.wrk(server, c, proxiedLoad, turn); err != nil {
			return err
		}
	}
	after, err := b.platform.counts()
	if err != nil {
		return err
	}
	if float64(after.Lists-before.Lists) < speeds[guest.body].requests*turn.Seconds() {
		return errors.New("calls of guests were answered without the platform")
	}
	b.add("session", "calls of a player, ratio to those of a guest", ">= 0.85", speeds[player.body].requests/speeds[guest.body].requests)
	b.add("session", refusedCalls, "<= 0", 100*max(speeds[player.body].refused, speeds[guest.body].refused))
	b.add("session", "CPU of a player's call, ratio to a guest's", "", speeds[player.body].cpu.Seconds()/speeds[guest.body].cpu.Seconds())
	return nil
}

// waiting compares calls of a platform that takes its time with direct ones. Load and platform share a core.
func (b *bench) waiting() error {
	if err := b.platform.be(behaviour{Latency: latency}); err != nil {
		return err
	}
	server, cookie, err := b.startMeasured(setup{})
	if err != nil {
		return err
	}
	defer server.stop()
	proxy, err := b.startGo("proxy", peerOrder{Upstream: "https://" + b.platform.address})
	if err != nil {
		return err
	}
	defer proxy.stop()
	call := measuredPost(cookie)
	direct := &peer{name: "platform", address: b.platform.plain, cmd: b.platform.cmd}
	speeds := map[*peer]speed{}
	for _, p := range []*peer{server, proxy, direct, server} { // the first turn finds the limit of calls at once
		if speeds[p], err = b.wrk(p, call, waitingLoad, turn); err != nil {
			return err
		}
	}
	name := fmt.Sprintf("%d connections, a platform at 20 ms, ", waitingLoad)
	b.add("waiting", name+"ratio to direct calls", ">= 0.97", speeds[server].requests/speeds[direct].requests)
	b.add("waiting", name+"ratio of ReverseProxy", "", speeds[proxy].requests/speeds[direct].requests)
	b.add("waiting", name+"direct calls a second", "", speeds[direct].requests)
	b.add("waiting", refusedCalls, "<= 0", 100*speeds[server].refused)
	return nil
}
