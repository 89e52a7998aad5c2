package main

import (
	"fmt"
	"net/http"
	"path/filepath"
	"sync/atomic"
)

// cached compares a cached list of two sizes with a bare net/http server of the same bytes.
func (b *bench) cached() {
	for _, c := range []struct {
		size int
		goal string
	}{{4 << 10, ">= 0.75"}, {60 << 10, ">= 0.8"}} {
		b.platform.be(behaviour{ListSize: c.size})
		server := b.startMeasured(setup{})
		for _, encoding := range []string{"identity", "gzip"} {
			name := fmt.Sprintf("%d KB, %s", c.size>>10, encoding)
			b.cachedAs(server, name, c.goal, callOf(measuredList, "", encoding))
		}
		server.stop()
	}
}

// cachedAs compares the server with two bare servers. One writes all headers of the server's
// response. The other one writes only the headers that describe the body.
func (b *bench) cachedAs(server *peer, name, goal string, call post) {
	atRest := server.resident()
	header, body := call.sendCached(server.address)
	bare := []*peer{b.startGo("bare net/http with our headers", serverCore, peerOrder{Header: header, Body: body})}
	if b.round < peerRounds {
		own := http.Header{}
		for _, name := range []string{"Content-Type", "Content-Encoding", "Content-Length"} {
			if values := header[name]; values != nil {
				own[name] = values
			}
		}
		bare = append(bare, b.startGo("bare net/http", serverCore, peerOrder{Header: own, Body: body}))
	}
	for _, connections := range []int{fewConnections, manyConnections} {
		got := b.wrk(server, call, connections)
		for i, p := range bare {
			b.compare("cached", fmt.Sprintf("%s, %d connections, ratio to %s", name, connections, p.name),
				[...]string{goal, ""}[i], got, b.wrk(p, call, connections))
		}
	}
	if header.Get("Content-Encoding") == "" && len(body) < 8<<10 {
		cachedBytes := must(server.metric("croupier_cache_bytes"))
		b.add("cached", "resident memory after 256 connections, above rest and cached bytes, MB", "<= 40",
			server.resident()-atRest-cachedBytes/(1<<20))
	}
	for _, p := range bare {
		p.stop()
	}
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
