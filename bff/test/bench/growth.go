package main

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
	"time"
)

const (
	growthTurn = 2 * time.Second // for which a step of the row growth is measured
	fillLoad   = 16              // connections that fill a cache: the lowest limit of calls at once
)

// growth measures what a call costs as there is more of something, as ratios to the first step.
func (b *bench) growth() error {
	return errors.Join(b.connections(), b.keys(), b.brands(), b.instances())
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
func (b *bench) connections() error {
	if err := raiseFileLimit(); err != nil {
		return err
	}
	if err := b.platform.be(behaviour{ListSize: 4 << 10}); err != nil {
		return err
	}
	server, _, err := b.startMeasured(setup{})
	if err != nil {
		return err
	}
	defer server.stop()
	call, s := callOf(measuredList, "", "identity"), steps{bench: b, of: "connections"}
	for _, n := range []int{1, 32, 1000, 5000} {
		got, err := b.wrk(server, call, n, growthTurn)
		if err != nil {
			return err
		}
		s.add(n, got)
	}
	s.figure(5000, "resident memory, MB", "", server.resident())
	return nil
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
func (b *bench) keys() error {
	if err := b.platform.be(behaviour{ListSize: 512}); err != nil {
		return err
	}
	server, _, err := b.startMeasured(setup{settings: "cache: { " + measuredList + ": { ttl: 1h } }\n"})
	if err != nil {
		return err
	}
	defer server.stop()
	call, s := callOf(measuredList, "", "identity"), steps{bench: b, of: "cached keys"}
	call.body = strings.Replace(call.body, "{}", `{"limit":100,"offset":%d}`, 1)
	refused := 0
	for _, n := range []int{100, 10_000, cacheBound} {
		first := call.count
		call.count = n
		again, err := sendAll(server.address, call, first, fillLoad)
		if err != nil {
			return err
		}
		refused += again
		entries, err := server.metric("croupier_cache_entries")
		if err != nil {
			return err
		}
		if int(entries) != n {
			return fmt.Errorf("%v of %d answers are cached", entries, n)
		}
		got, err := b.wrk(server, call, proxiedLoad, growthTurn)
		if err != nil {
			return err
		}
		s.add(n, got)
		s.figure(n, "resident memory, MB", "", server.resident())
	}
	call.count += cacheBound / 5
	again, err := sendAll(server.address, call, cacheBound, fillLoad)
	if err != nil {
		return err
	}
	s.figure(call.count, "resident memory, MB", "", server.resident())
	s.figure(call.count, "refused while they were asked for", "<= 0", float64(refused+again))
	return nil
}
