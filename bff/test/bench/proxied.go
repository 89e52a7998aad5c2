package main

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"
)

// refusedCalls is the share of calls that the server refused. Ratios do not include them.
const refusedCalls = "refused by the server, %"

const (
	proxiedLoad = 32  // connections of the rows proxied and session
	waitingLoad = 256 // connections of the row waiting
)

// proxied compares a player's uncached read with ReverseProxy and a platform without latency.
func (b *bench) proxied() {
	b.compared("proxied", "https://"+b.platform.address, setup{})
}

// plain compares a player's read with ReverseProxy and a platform without TLS and latency.
func (b *bench) plain() { b.compared("plain", "http://"+b.platform.plain, setup{plain: true}) }

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

// waiting compares calls to a slow platform with direct calls. Load and platform share a core.
func (b *bench) waiting() {
	b.platform.be(behaviour{Latency: latency})
	server := b.startMeasured(setup{})
	proxy := b.startGo("proxy", peerOrder{Upstream: "https://" + b.platform.address})
	call := measuredPost(server.cookie)
	direct := &peer{name: "platform", address: b.platform.plain, cmd: b.platform.cmd}
	speeds := map[*peer]speed{}
	for _, p := range []*peer{server, proxy, direct, server} { // the first turn adapts the limit of parallel calls
		speeds[p] = b.wrk(p, call, waitingLoad)
	}
	name := fmt.Sprintf("%d connections, a platform at 20 ms, ", waitingLoad)
	b.add("waiting", name+"ratio to direct calls", ">= 0.97", speeds[server].requests/speeds[direct].requests)
	b.add("waiting", name+"ratio of ReverseProxy", "", speeds[proxy].requests/speeds[direct].requests)
	b.add("waiting", name+"direct calls a second", "", speeds[direct].requests)
	b.add("waiting", refusedCalls, "<= 0", 100*speeds[server].refused)
}

// The load of the row added.
const (
	addedRate = 2_000
	addedTime = 2 * time.Second
)

// added measures the time that the server or ReverseProxy adds to the median duration of a call.
// Direct calls use no TLS, so the time includes the upstream's handshakes and encryption.
func (b *bench) added() {
	for _, c := range []struct {
		name, goal string
		latency    time.Duration
	}{{"at once", "<= 200", 0}, {"at 20 ms", "<= 250", latency}} {
		s := b.start(behaviour{Latency: c.latency})
		b.addedTo(s, "a platform "+c.name, c.goal)
		b.stopAll()
	}
}

func (b *bench) addedTo(s *peer, name, goal string) {
	proxy := b.startGo("proxy", peerOrder{Upstream: "https://" + b.platform.address})
	medians := map[string]time.Duration{}
	var failed float64
	for _, to := range []string{b.platform.plain, proxy.address, s.address} {
		medians[to], failed = median(to, measuredPost(s.cookie))
	}
	direct := medians[b.platform.plain]
	b.add("added", "µs to the median of "+name, goal, float64((medians[s.address] - direct).Microseconds()))
	b.add("added", "µs to the median of "+name+", ReverseProxy", "",
		float64((medians[proxy.address] - direct).Microseconds()))
	b.add("added", "refused by the server, "+name+", %", "<= 0", 100*failed)
}

// median returns the median duration of a good call at addedRate, and the share of failed calls. It
// ignores the first second.
func median(address string, call post) (took time.Duration, failed float64) {
	var mu sync.Mutex
	var good []time.Duration
	others, began := 0, time.Now()
	l := newLoadOf(address, call.raw(), func(a answer) {
		mu.Lock()
		defer mu.Unlock()
		switch {
		case a.at.Before(began.Add(time.Second)):
		case a.status != http.StatusOK:
			others++
		default:
			good = append(good, a.took)
		}
	})
	l.run(addedRate, addedRate*int((time.Second+addedTime)/time.Second))
	l.wait()
	if len(good) == 0 {
		check(fmt.Errorf("all calls of %s failed", address))
	}
	slices.Sort(good)
	return good[len(good)/2], float64(others) / float64(len(good)+others)
}

// cached compares a cached list of two sizes with a bare net/http server of the same bytes.
func (b *bench) cached() {
	for _, size := range []int{4 << 10, 60 << 10} {
		b.platform.be(behaviour{ListSize: size})
		server := b.startMeasured(setup{})
		for _, encoding := range []string{"identity", "gzip"} {
			b.cachedAs(server, fmt.Sprintf("%d KB, %s", size>>10, encoding), callOf(measuredList, "", encoding))
		}
		server.stop()
	}
}

func (b *bench) cachedAs(server *peer, name string, call post) {
	atRest := server.resident()
	header, body := call.sendCached(server.address)
	bare := b.startGo("bare", peerOrder{Header: header, Body: body})
	for _, connections := range []int{32, 256} {
		want := b.wrk(bare, call, connections)
		got := b.wrk(server, call, connections)
		b.add("cached", fmt.Sprintf("%s, %d connections, ratio to bare net/http", name, connections), ">= 0.85",
			got.requests/want.requests)
		if header.Get("Content-Encoding") == "" && connections == 256 && len(body) < 8<<10 {
			b.add("cached", "CPU seconds of 10,000", "", got.cpu.Seconds())
			cachedBytes := must(server.metric("croupier_cache_bytes"))
			b.add("cached", "resident memory after 256 connections, above rest and cached bytes, MB", "<= 40",
				server.resident()-atRest-cachedBytes/(1<<20))
		}
	}
	bare.stop()
}
