package main

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"
)

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
