package main

import (
	"fmt"
	"net/http"
	"path/filepath"
	"sync/atomic"
)

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

// The load of the row page consists of visits of the lobby by guests, with each encoding.
const (
	pageRate   = 1000
	pageWarm   = 1000
	pageVisits = 3000
)

// page measures the CPU time of the server for the page of the lobby with the built-in mock. It
// includes first-paint HTML, the initial data and compression, but no other files.
func (b *bench) page() {
	for _, encoding := range []string{"gzip", "identity"} {
		// Each encoding needs a new server, because an address has a limit of calls.
		s := b.startServer("", "--data-dir", filepath.Join(b.dir, "page-"+encoding))
		request := "GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: " + encoding + "\r\n\r\n"
		var failed atomic.Int64
		l := newLoadOf(s.address, request, func(a answer) {
			if a.status != http.StatusOK {
				failed.Add(1)
			}
		})
		l.run(pageRate, pageWarm)
		before := s.cpu()
		l.run(pageRate, pageVisits)
		l.wait()
		if n := failed.Load(); n > 0 {
			check(fmt.Errorf("%d pages failed", n))
		}
		b.add("page", "CPU of GET / with "+encoding+", ms", "<= 0.5", (s.cpu()-before).Seconds()*1e3/pageVisits)
		s.stop()
	}
}
