package main

import (
	"bytes"
	"fmt"
	"net/http"
)

// The connections of the rows proxied, plain and tls.
const (
	fewConnections  = 32
	manyConnections = 256
)

// proxied compares the server with proxies to a platform with TLS and HTTP/2.
func (b *bench) proxied() { b.passThrough("proxied", "https://"+b.platform.HTTP2) }

// plain compares the server with proxies to a platform without TLS.
func (b *bench) plain() { b.passThrough("plain", "http://"+b.platform.Plain) }

// tls compares the server with proxies to a platform with TLS that offers only HTTP/1.1.
func (b *bench) tls() { b.passThrough("tls", "https://"+b.platform.HTTP1) }

// listSize is about the size of the balance, so that both calls differ only in their processing.
const listSize = 1 << 10

// uncached is the brand's setting that disables the cache of the list. Without it, the contract
// caches every read of a guest.
const uncached = "cache: { " + measuredList + ": { ttl: 0s } }\n"

// passThrough compares a player's read of the balance and a guest's read of a list with links. The
// platform responds at once.
func (b *bench) passThrough(row, upstream string) {
	b.platform.be(behaviour{ListSize: listSize})
	server := b.startMeasured(setup{upstream: upstream, settings: uncached})
	b.add(row, "ms until the server listens", "<= 1000", float64(server.started.Milliseconds()))
	b.add(row, "resident memory at rest, MB", "<= 60", server.resident())
	balance, list := measuredPost(server.cookie), callOf(measuredList, "", "identity")
	proxies := b.startProxies(upstream, b.checkBody(server, balance, list))
	for _, proxy := range proxies {
		b.checkBody(proxy, balance, list)
	}
	_ = b.forwarded(server, balance, manyConnections) // the limit of parallel calls adapts
	refused := 0.0
	for _, c := range []struct {
		name        string
		call        post
		connections int
	}{
		{"balance, 32 connections, ", balance, fewConnections},
		{"balance, 256 connections, ", balance, manyConnections},
		{"list, 32 connections, ", list, fewConnections},
		{"list, 256 connections, ", list, manyConnections},
	} {
		refused = max(refused, b.besideProxies(row, c.name, server, proxies, c.call, c.connections))
	}
	b.add(row, refusedCalls, "<= 0", 100*refused)
}

// besideProxies adds the figures of a call and returns the share of refused calls. The first proxy
// is ReverseProxy, which the goals refer to.
func (b *bench) besideProxies(row, name string, server *peer, proxies []*peer, call post, connections int) float64 {
	got := b.forwarded(server, call, connections)
	for i, proxy := range proxies {
		want := b.forwarded(proxy, call, connections)
		goal := ""
		if i == 0 {
			goal = ">= 0.75"
			b.add(row, name+"CPU of a call, ratio to ReverseProxy", "<= 1.36", got.cpu.Seconds()/want.cpu.Seconds())
		}
		b.compare(row, name+"ratio to "+proxy.name, goal, got, want)
	}
	return got.refused
}

// checkBody checks that a peer responds with the platform's bytes, so all links remain. It returns
// the headers of the last response.
func (b *bench) checkBody(p *peer, calls ...post) (header http.Header) {
	for _, call := range calls {
		_, want, err := call.send(b.platform.Plain)
		check(err)
		var got []byte
		header, got, err = call.send(p.address)
		check(err)
		if !bytes.Equal(got, want) {
			check(fmt.Errorf("%s changed the platform's response %s to %s", p.name, want, got))
		}
	}
	return header
}

// session compares a player's read with a guest's read through the same server.
func (b *bench) session() {
	b.platform.be(behaviour{ListSize: 1})
	server := b.startMeasured(setup{settings: uncached})
	guest, player := callOf(measuredList, "", "identity"), measuredPost(server.cookie)
	speeds := map[string]speed{}
	for _, c := range []post{guest, player, guest, player} { // the first turns adapt the limit of parallel calls
		speeds[c.body] = b.forwarded(server, c, fewConnections)
	}
	of, to := speeds[player.body], speeds[guest.body]
	b.compare("session", "calls of a player, ratio to those of a guest", ">= 0.85", of, to)
	b.add("session", refusedCalls, "<= 0", 100*max(of.refused, to.refused))
	b.add("session", "CPU of a player's call, ratio to a guest's", "", of.cpu.Seconds()/to.cpu.Seconds())
}
