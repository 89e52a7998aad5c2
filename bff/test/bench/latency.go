package main

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"
)

// direct is the platform as a peer, without TLS.
func (b *bench) direct() *peer {
	return &peer{name: "platform", address: b.platform.Plain, cmd: b.platform.cmd}
}

// waiting compares calls to a slow platform with direct calls. Load and platform share a core.
func (b *bench) waiting() {
	b.platform.be(behaviour{Latency: latency})
	server := b.startMeasured(setup{})
	proxy := b.startGo("ReverseProxy", serverCore, peerOrder{Upstream: "https://" + b.platform.HTTP2})
	call, direct := measuredPost(server.cookie), b.direct()
	speeds := map[*peer]speed{}
	for _, p := range []*peer{server, proxy, direct, server} { // the first turn adapts the limit of parallel calls
		speeds[p] = b.forwarded(p, call, manyConnections)
	}
	name := fmt.Sprintf("%d connections, a platform at 20 ms, ", manyConnections)
	b.compare("waiting", name+"ratio to direct calls", ">= 0.97", speeds[server], speeds[direct])
	b.compare("waiting", name+"ratio of ReverseProxy to direct calls", "", speeds[proxy], speeds[direct])
	b.add("waiting", name+"direct calls a second", "", speeds[direct].requests)
	b.add("waiting", refusedCalls, "<= 0", 100*speeds[server].refused)
}

// addedTime is the measured time of a peer in the row added.
const addedTime = 2 * time.Second

// added measures the time that the server or ReverseProxy adds to the median duration of a call.
// Direct calls use no TLS, so the time includes the upstream's handshakes and encryption.
func (b *bench) added() {
	for _, c := range []struct {
		name    string
		latency time.Duration
		rate    int // calls a second
	}{
		{"2,000 calls a second, a platform at once", 0, 2_000},
		{"2,000 calls a second, a platform at 20 ms", latency, 2_000},
		{"500 calls a second, a platform at 20 ms", latency, 500},
	} {
		server := b.start(behaviour{Latency: c.latency})
		b.addedBy(server, c.name, c.rate)
		b.stopAll()
	}
}

func (b *bench) addedBy(server *peer, name string, rate int) {
	proxy := b.startGo("ReverseProxy", "", peerOrder{Upstream: "https://" + b.platform.HTTP2})
	call := measuredPost(server.cookie)
	direct, of, to := steady(b.direct(), call, rate), steady(proxy, call, rate), steady(server, call, rate)
	b.add("added", name+": µs to the median by ReverseProxy", "", of.median-direct.median)
	b.add("added", name+": µs to the median", "", to.median-direct.median)
	b.add("added", name+": µs more than ReverseProxy", "<= 100", to.median-of.median)
	b.add("added", name+": CPU µs of a call", "", to.cpu)
	b.add("added", name+": CPU µs of a call, ReverseProxy", "", of.cpu)
	b.add("added", name+": "+refusedCalls, "<= 0", 100*to.failed)
}

// steadyLoad is the result of calls at a fixed rate.
type steadyLoad struct {
	median float64 // duration of a good call in µs
	cpu    float64 // CPU time of the peer for a call in µs
	failed float64 // share of the calls
}

// steady makes calls at a rate. The durations do not include the first second.
func steady(p *peer, call post, rate int) steadyLoad {
	var mu sync.Mutex
	var good []time.Duration
	others, began, before := 0, time.Now(), p.cpu()
	l := newLoadOf(p.address, call.raw(), func(a answer) {
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
	calls := rate * int((time.Second+addedTime)/time.Second)
	l.run(rate, calls)
	l.wait()
	cpu := p.cpu() - before
	if len(good) == 0 {
		check(fmt.Errorf("all calls of %s failed", p.name))
	}
	slices.Sort(good)
	return steadyLoad{
		median: float64(good[len(good)/2].Microseconds()), cpu: float64(cpu.Microseconds()) / float64(calls),
		failed: float64(others) / float64(len(good)+others),
	}
}
