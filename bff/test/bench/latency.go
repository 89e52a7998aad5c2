package main

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"
)

// waiting compares calls to a slow platform with direct calls. Load and platform share a core.
func (b *bench) waiting() {
	b.platform.be(behaviour{Latency: latency})
	server := b.startMeasured(setup{})
	proxy := b.startGo("proxy", peerOrder{Upstream: "https://" + b.platform.HTTP2})
	call := measuredPost(server.cookie)
	direct := &peer{name: "platform", address: b.platform.Plain, cmd: b.platform.cmd}
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
	proxy := b.startGo("proxy", peerOrder{Upstream: "https://" + b.platform.HTTP2})
	medians := map[string]time.Duration{}
	var failed float64
	for _, to := range []string{b.platform.Plain, proxy.address, s.address} {
		medians[to], failed = median(to, measuredPost(s.cookie))
	}
	direct := medians[b.platform.Plain]
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
