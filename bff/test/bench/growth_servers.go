package main

import (
	"errors"
	"net"
	"path/filepath"
	"sync"
	"time"
)

// growthLoad is the number of connections to all instances together.
const growthLoad = 48

// brands measures a cached call of more brands, and what they cost at the start.
func (b *bench) brands() error {
	if err := b.platform.be(behaviour{ListSize: 4 << 10}); err != nil {
		return err
	}
	s := steps{bench: b, of: "brands"}
	for _, n := range []int{1, 20, 200} {
		server, _, err := b.startMeasured(setup{brands: n})
		if err != nil {
			return err
		}
		server.settle(time.Second) // it reads the brands again, slowly where its core is shared
		goal := ""
		if n == 1 {
			goal = "<= 1000"
		}
		s.figure(n, "ms until it listens", goal, float64(server.started.Milliseconds()))
		s.figure(n, "CPU seconds of the start", "", cpuOf(server.cmd.Process.Pid).Seconds())
		s.figure(n, "resident memory, MB", "", server.resident())
		call := callOf(measuredList, "", "identity")
		call.header["Host"], call.count = "brand%d.localhost", n
		var got speed
		if _, err = sendAll(server.address, call, 0, fillLoad); err == nil {
			got, err = b.wrk(server, call, proxiedLoad, growthTurn)
		}
		server.stop()
		if err != nil {
			return err
		}
		s.add(n, got)
	}
	return nil
}

// instances measures a player's read that is never cached, spread over instances that share a Redis and one core. Redis
// has the core of the load.
func (b *bench) instances() error {
	if err := b.platform.be(behaviour{}); err != nil {
		return err
	}
	redis, err := b.startRedis()
	if err != nil {
		return err
	}
	defer redis.stop()
	s := steps{bench: b, of: "instances"}
	o := setup{env: []string{"CROUPIER_REDIS_URL=redis://" + redis.address, "CROUPIER_KEYS_FILE=" + filepath.Join(b.dir, "keys.json")}}
	var servers []*peer
	defer func() {
		for _, server := range servers {
			server.stop()
		}
	}()
	var cookie string // of one session, for all
	for n := 1; n <= 3; n++ {
		server, own, err := b.startMeasured(o)
		if err != nil {
			return err
		}
		servers = append(servers, server)
		if n == 1 {
			cookie = own
		}
		if _, err := b.wrkAll(servers, measuredPost(cookie)); err != nil { // the limit of calls at once finds its size
			return err
		}
		before := cpuOf(redis.cmd.Process.Pid)
		got, err := b.wrkAll(servers, measuredPost(cookie))
		if err != nil {
			return err
		}
		s.add(n, got)
		s.figure(n, refusedCalls, "<= 0", 100*got.refused)
		s.figure(n, "CPU seconds of Redis, of 10,000", "",
			(cpuOf(redis.cmd.Process.Pid)-before).Seconds()*10_000/(got.requests*growthTurn.Seconds()))
	}
	return nil
}

// startRedis starts a Redis without persistence on the core of the load.
func (b *bench) startRedis() (*peer, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	redis, err := startPeer("redis", address, nil, "redis-server", "--port", port, "--bind", "127.0.0.1", "--dir", b.dir, "--save", "",
		"--appendonly", "no", "--logfile", filepath.Join(b.dir, "redis.log"))
	if err != nil {
		return nil, err
	}
	if err := toLoadCore(redis.cmd); err != nil {
		redis.stop()
		return nil, err
	}
	return redis, nil
}

// wrkAll spreads calls over servers, and returns their speed together.
func (b *bench) wrkAll(servers []*peer, call post) (all speed, err error) {
	speeds, errs := make([]speed, len(servers)), make([]error, len(servers))
	var wait sync.WaitGroup
	for i, server := range servers {
		wait.Go(func() { speeds[i], errs[i] = b.wrk(server, call, growthLoad/len(servers), growthTurn) })
	}
	wait.Wait()
	for _, s := range speeds {
		all.requests += s.requests
	}
	for _, s := range speeds {
		share := s.requests / all.requests
		all.refused += share * s.refused
		all.cpu += time.Duration(share * float64(s.cpu))
	}
	return all, errors.Join(errs...)
}
