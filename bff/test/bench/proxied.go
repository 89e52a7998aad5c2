package main

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"
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

// The load of the row added.
const (
	addedRate = 2_000
	addedTime = 2 * time.Second
)

// added measures what the server adds to the median duration of a call, and what ReverseProxy adds. Direct calls are made
// without TLS: the handshakes and encryption of the upstream are part of what is added.
func (b *bench) added() error {
	for _, c := range []struct {
		name, goal string
		latency    time.Duration
	}{{"at once", "<= 200", 0}, {"at 20 ms", "<= 250", latency}} {
		s, err := b.start(behaviour{Latency: c.latency})
		if err != nil {
			return err
		}
		err = b.addedTo(s, "a platform "+c.name, c.goal)
		b.stop(s)
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) addedTo(s *server, name, goal string) error {
	proxy, err := b.startGo("proxy", peerOrder{Upstream: "https://" + b.platform.address})
	if err != nil {
		return err
	}
	defer proxy.stop()
	medians := map[string]time.Duration{}
	var failed float64
	for _, to := range []string{b.platform.plain, proxy.address, s.Address} {
		if medians[to], failed, err = median(to, measuredPost(s.cookie)); err != nil {
			return err
		}
	}
	direct := medians[b.platform.plain]
	b.add("added", "µs to the median of "+name, goal, float64((medians[s.Address] - direct).Microseconds()))
	b.add("added", "µs to the median of "+name+", ReverseProxy", "", float64((medians[proxy.address] - direct).Microseconds()))
	b.add("added", "refused by the server, "+name+", %", "<= 0", 100*failed)
	return nil
}

// median returns the median duration of a good answer at addedRate, after a second of it, and the share of calls that
// failed.
func median(address string, call post) (took time.Duration, failed float64, err error) {
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
		return 0, 1, fmt.Errorf("all calls of %s failed", address)
	}
	slices.Sort(good)
	return good[len(good)/2], float64(others) / float64(len(good)+others), nil
}

// cached compares a cached list of two sizes with servers that write the same bytes: a bare program of net/http, a bare
// program of gin, and nginx with the answer in its cache.
func (b *bench) cached() error {
	for _, size := range []int{4 << 10, 60 << 10} {
		if err := b.platform.be(behaviour{ListSize: size}); err != nil {
			return err
		}
		server, _, err := b.startMeasured(setup{})
		if err != nil {
			return err
		}
		for _, encoding := range []string{"identity", "gzip"} {
			if err = b.cachedAs(server, fmt.Sprintf("%d KB, %s", size>>10, encoding), callOf(measuredList, "", encoding)); err != nil {
				break
			}
		}
		server.stop()
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) cachedAs(server *peer, name string, call post) error {
	atRest := server.resident()
	header, body, err := call.sendCached(server.address, "Croupier-Cache")
	if err != nil {
		return err
	}
	bare, err := b.startGo("bare", peerOrder{Header: header, Body: body})
	if err != nil {
		return err
	}
	defer bare.stop()
	for _, connections := range []int{32, 256} {
		want, err := b.wrk(bare, call, connections, turn)
		if err != nil {
			return err
		}
		got, err := b.wrk(server, call, connections, turn)
		if err != nil {
			return err
		}
		b.add("cached", fmt.Sprintf("%s, %d connections, ratio to bare net/http", name, connections), ">= 0.85", got.requests/want.requests)
		switch {
		case header.Get("Content-Encoding") != "":
		case connections == 32:
			if err := b.cachedByOthers(name, call, peerOrder{Header: header, Body: body, Gin: true}, want); err != nil {
				return err
			}
		case len(body) < 8<<10:
			b.add("cached", "CPU seconds of 10,000", "", got.cpu.Seconds())
			cachedBytes, err := server.metric("croupier_cache_bytes")
			if err != nil {
				return err
			}
			b.add("cached", "resident memory after 256 connections, above rest and cached bytes, MB", "<= 40",
				server.resident()-atRest-cachedBytes/(1<<20))
		}
	}
	return nil
}

// cachedByOthers adds the figures of gin, and of nginx as a cache, at 32 connections.
func (b *bench) cachedByOthers(name string, call post, o peerOrder, want speed) error {
	for _, start := range []func() (*peer, error){
		func() (*peer, error) { return b.startGo("gin", o) },
		b.startNginxCache,
	} {
		other, err := start()
		if err != nil {
			return err
		}
		if other.name == "nginx" {
			_, _, err = call.sendCached(other.address, "X-Cache-Status")
		}
		var theirs speed
		if err == nil {
			theirs, err = b.wrk(other, call, 32, turn)
		}
		other.stop()
		if err != nil {
			return err
		}
		b.add("cached", fmt.Sprintf("%s, 32 connections, ratio of %s", name, other.name), "", theirs.requests/want.requests)
	}
	return nil
}
