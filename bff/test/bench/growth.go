package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	growthTurn = 2 * time.Second // for which a step of the row growth is measured
	fillLoad   = 16              // connections that fill a cache: the lowest limit of calls at once
)

// growth measures what a call costs as there is more of something, as ratios to the first step.
func (b *bench) growth() {
	for _, grow := range []func(){b.connections, b.keys, b.brands, b.instances} {
		grow()
		b.stopAll()
	}
}

// steps are the steps of one kind of growth.
type steps struct {
	*bench
	of    string  // what there is more of
	first int     // how many of the first step
	base  float64 // CPU seconds of 10,000 calls in it
}

// add adds the figure of a step with n.
func (s *steps) add(n int, got speed) {
	cpu := got.cpu.Seconds()
	if s.first == 0 {
		s.first, s.base = n, cpu
		s.figure(n, "CPU seconds of 10,000", "", cpu)
		return
	}
	s.figure(n, fmt.Sprintf("CPU, ratio to %d", s.first), "", cpu/s.base)
}

// figure adds any figure of a step with n.
func (s *steps) figure(n int, name, goal string, value float64) {
	s.bench.add("growth", fmt.Sprintf("%s %d: %s", s.of, n, name), goal, value)
}

// connections measures a cached call over more connections. They are opened within the turn.
func (b *bench) connections() {
	check(raiseFileLimit())
	b.platform.be(behaviour{ListSize: 4 << 10})
	server, _ := b.startMeasured(setup{})
	call, s := callOf(measuredList, "", "identity"), steps{bench: b, of: "connections"}
	for _, n := range []int{1, 32, 1000, 5000} {
		got := b.wrk(server, call, n, growthTurn)
		s.add(n, got)
	}
	s.figure(5000, "resident memory, MB", "", server.resident())
}

// raiseFileLimit allows this process and those that it starts as many open files as the system allows.
func raiseFileLimit() error {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return err
	}
	limit.Cur = limit.Max
	return syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit)
}

// cacheBound is the number of answers that the server caches at most.
const cacheBound = 100_000

// keys measures cached calls of more keys, up to as many as the server caches, and asks for more. The brand caches them
// for an hour, so that none is renewed meanwhile.
func (b *bench) keys() {
	b.platform.be(behaviour{ListSize: 512})
	server, _ := b.startMeasured(setup{settings: "cache: { " + measuredList + ": { ttl: 1h } }\n"})
	call, s := callOf(measuredList, "", "identity"), steps{bench: b, of: "cached keys"}
	call.body = strings.Replace(call.body, "{}", `{"limit":100,"offset":%d}`, 1)
	refused := 0
	for _, n := range []int{100, 10_000, cacheBound} {
		first := call.count
		call.count = n
		again := must(sendAll(server.address, call, first, fillLoad))
		refused += again
		entries := must(server.metric("croupier_cache_entries"))
		if int(entries) != n {
			check(fmt.Errorf("%v of %d answers are cached", entries, n))
		}
		got := b.wrk(server, call, proxiedLoad, growthTurn)
		s.add(n, got)
		s.figure(n, "resident memory, MB", "", server.resident())
	}
	call.count += cacheBound / 5
	again := must(sendAll(server.address, call, cacheBound, fillLoad))
	s.figure(call.count, "resident memory, MB", "", server.resident())
	s.figure(call.count, "refused while they were asked for", "<= 0", float64(refused+again))
}

// growthLoad is the number of connections to all instances together.
const growthLoad = 48

// brands measures a cached call of more brands, and what they cost at the start.
func (b *bench) brands() {
	b.platform.be(behaviour{ListSize: 4 << 10})
	s := steps{bench: b, of: "brands"}
	for _, n := range []int{1, 20, 200} {
		server, _ := b.startMeasured(setup{brands: n})
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
		must(sendAll(server.address, call, 0, fillLoad))
		s.add(n, b.wrk(server, call, proxiedLoad, growthTurn))
		server.stop()
	}
}

// instances measures a player's read that is never cached, spread over instances that share a Redis and one core. Redis
// has the core of the load.
func (b *bench) instances() {
	b.platform.be(behaviour{})
	redis := b.startRedis()
	s := steps{bench: b, of: "instances"}
	o := setup{env: []string{"CROUPIER_REDIS_URL=redis://" + redis.address, "CROUPIER_KEYS_FILE=" + filepath.Join(b.dir, "keys.json")}}
	var servers []*peer
	var cookie string // of one session, for all
	for n := 1; n <= 3; n++ {
		server, own := b.startMeasured(o)
		servers = append(servers, server)
		if n == 1 {
			cookie = own
		}
		b.wrkAll(servers, measuredPost(cookie)) // the limit of calls at once finds its size
		before := cpuOf(redis.cmd.Process.Pid)
		got := b.wrkAll(servers, measuredPost(cookie))
		s.add(n, got)
		s.figure(n, refusedCalls, "<= 0", 100*got.refused)
		s.figure(n, "CPU seconds of Redis, of 10,000", "",
			(cpuOf(redis.cmd.Process.Pid)-before).Seconds()*10_000/(got.requests*growthTurn.Seconds()))
	}
}

// startRedis starts a Redis without persistence on the core of the load.
func (b *bench) startRedis() *peer {
	address := freeAddress()
	_, port, _ := strings.Cut(address, ":")
	redis := b.startPeer("redis", address, nil, "redis-server", "--port", port, "--bind", "127.0.0.1", "--dir", b.dir, "--save", "",
		"--appendonly", "no", "--logfile", filepath.Join(b.dir, "redis.log"))
	check(toLoadCore(redis.cmd))
	return redis
}

// wrkAll spreads calls over servers, and returns their speed together.
func (b *bench) wrkAll(servers []*peer, call post) (all speed) {
	speeds, errs := make([]speed, len(servers)), make([]error, len(servers))
	var wait sync.WaitGroup
	for i, server := range servers {
		wait.Go(func() { speeds[i], errs[i] = b.tryWrk(server, call, growthLoad/len(servers), growthTurn) })
	}
	wait.Wait()
	check(errors.Join(errs...))
	for _, s := range speeds {
		all.requests += s.requests
	}
	for _, s := range speeds {
		share := s.requests / all.requests
		all.refused += share * s.refused
		all.cpu += time.Duration(share * float64(s.cpu))
	}
	return all
}
