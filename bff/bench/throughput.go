package main

import (
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// The load of the rows cached and proxied.
const (
	turn        = 2 * time.Second // of one peer
	proxiedLoad = 32              // connections
)

// callOf returns a call of the site, with a session where cookie is set.
func callOf(name, cookie, encoding string) post {
	class, method, _ := strings.Cut(name, "/")
	p := post{
		path: "/endpoint/v1", body: fmt.Sprintf(`{"api":{"class":%q,"method":%q},"data":{}}`, class, method),
		header: map[string]string{"Host": "localhost", "Content-Type": "application/json", "panel": "frontend", "Accept-Encoding": encoding, "User-Agent": "Mozilla/5.0"},
	}
	if cookie != "" {
		p.header["Cookie"] = cookie
	}
	return p
}

// measuredPost returns the measured call of a player.
func measuredPost(cookie string) post { return callOf(measuredCall, cookie, "identity") }

// send makes a call once.
func (p post) send(address string) (http.Header, []byte, error) {
	r, err := http.NewRequest(http.MethodPost, "http://"+address+p.path, strings.NewReader(p.body))
	if err != nil {
		return nil, nil, err
	}
	for name, value := range p.header {
		r.Header.Set(name, value)
	}
	r.Host = p.header["Host"]
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", response.Status, body)
	}
	return response.Header, body, err
}

// pin moves the platform to the core of the load.
func (p *platform) pin() error {
	out, err := exec.Command("taskset", "-a", "-c", "-p", loadCore, strconv.Itoa(p.cmd.Process.Pid)).CombinedOutput()
	if err != nil {
		return fmt.Errorf("taskset: %w: %s", err, out)
	}
	return nil
}

// startMeasured starts the server on the core of servers, with its log in a file, and logs a player in.
func (b *bench) startMeasured() (p *peer, cookie string, err error) {
	if err := b.platform.pin(); err != nil {
		return nil, "", err
	}
	dir, config, err := configure(b.root, b.dir, b.platform)
	if err != nil {
		return nil, "", err
	}
	address, err := freeAddress()
	if err != nil {
		return nil, "", err
	}
	p, err = startPeer("croupier", address, []string{"CROUPIER_LISTEN=" + address, "CROUPIER_DATA_DIR=" + filepath.Join(dir, "data")}, b.binary, "serve", "--config", config)
	if err != nil {
		return nil, "", err
	}
	if cookie, err = login(address); err != nil {
		p.stop()
	}
	return p, cookie, err
}

// cached compares a cached list of two sizes with a bare program of net/http that writes the same bytes and headers.
func (b *bench) cached() error {
	for _, size := range []int{4 << 10, 60 << 10} {
		if err := b.platform.be(behaviour{ListSize: size}); err != nil {
			return err
		}
		server, _, err := b.startMeasured()
		if err != nil {
			return err
		}
		for _, encoding := range []string{"identity", "gzip"} {
			if err := b.cachedAs(server, fmt.Sprintf("%d KB, %s", size>>10, encoding), callOf(measuredList, "", encoding)); err != nil {
				server.stop()
				return err
			}
		}
		server.stop()
	}
	return nil
}

func (b *bench) cachedAs(server *peer, name string, call post) error {
	if _, _, err := call.send(server.address); err != nil {
		return err
	}
	header, body, err := call.send(server.address)
	if err != nil {
		return err
	}
	if state := header.Get("Croupier-Cache"); state != "HIT" {
		return fmt.Errorf("%s is not cached: %s", name, state)
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
		if connections == 256 && strings.HasPrefix(name, "4 KB, identity") {
			b.add("cached", "CPU seconds of 10,000", "", got.cpu.Seconds())
			b.add("cached", "resident memory at 256 connections, MB", "", server.resident())
		}
	}
	return nil
}

// proxied compares a player's read that is never cached with proxies that pass the same bytes to the same platform, which
// answers at once.
func (b *bench) proxied() error {
	if err := b.platform.be(behaviour{}); err != nil {
		return err
	}
	began := time.Now()
	server, cookie, err := b.startMeasured()
	if err != nil {
		return err
	}
	defer server.stop()
	b.add("proxied", "ms from the start to the first answers", "<= 1000", float64(time.Since(began).Milliseconds()))
	b.add("proxied", "resident memory at rest, MB", "<= 60", server.resident())
	call := measuredPost(cookie)
	proxy, err := b.startGo("proxy", peerOrder{Upstream: b.platform.address})
	if err != nil {
		return err
	}
	_, _ = b.wrk(server, call, proxiedLoad, time.Second) // the limit of calls at once finds its size
	want, err := b.wrk(proxy, call, proxiedLoad, turn)
	proxy.stop()
	if err != nil {
		return err
	}
	got, err := b.wrk(server, call, proxiedLoad, turn)
	if err != nil {
		return err
	}
	b.add("proxied", "ratio to ReverseProxy", ">= 1.4", got.requests/want.requests)
	b.add("proxied", "CPU seconds of 10,000", "<= 0.35", got.cpu.Seconds())
	b.add("proxied", "CPU seconds of 10,000, ReverseProxy", "", want.cpu.Seconds())
	for _, start := range []func() (*peer, error){b.startNginx, b.startHAProxy} {
		other, err := start()
		if err != nil {
			return err
		}
		theirs, err := b.wrk(other, call, proxiedLoad, turn)
		other.stop()
		if err != nil {
			return err
		}
		b.add("proxied", "ratio of "+other.name+" to ReverseProxy", "", theirs.requests/want.requests)
	}
	return nil
}
