package main

import "fmt"

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
