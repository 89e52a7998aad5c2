package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// The servers and the load have a core each: what the load takes is not taken from a server. The platform has the core
// of the load.
const (
	serverCore = "0"
	loadCore   = "1"
)

// post is a call as wrk sends it.
type post struct {
	path, body string
	header     map[string]string
}

// raw returns the post as bytes of HTTP/1.1.
func (p post) raw() string {
	var s strings.Builder
	fmt.Fprintf(&s, "POST %s HTTP/1.1\r\nContent-Length: %d\r\n", p.path, len(p.body))
	for name, value := range p.header {
		fmt.Fprintf(&s, "%s: %s\r\n", name, value)
	}
	return s.String() + "\r\n" + p.body
}

// script returns the post as a script of wrk.
func (p post) script() string {
	var s strings.Builder
	fmt.Fprintf(&s, "wrk.method = \"POST\"\nwrk.body = %q\n", p.body)
	for name, value := range p.header {
		fmt.Fprintf(&s, "wrk.headers[%q] = %q\n", name, value)
	}
	return s.String()
}

// speed is what wrk measured.
type speed struct {
	requests float64       // a second
	cpu      time.Duration // of the server, for 10,000 requests
}

var (
	perSecond = regexp.MustCompile(`Requests/sec:\s+([0-9.]+)`)
	total     = regexp.MustCompile(`(\d+) requests in`)
)

// wrk sends a post to a peer as fast as connections allow, for a time. It fails where an answer is not 2xx.
func (b *bench) wrk(p *peer, call post, connections int, duration time.Duration) (speed, error) {
	script := filepath.Join(b.dir, "call.lua")
	if err := os.WriteFile(script, []byte(call.script()), 0o600); err != nil {
		return speed{}, err
	}
	before := cpuOf(p.cmd.Process.Pid)
	out, err := exec.Command("taskset", "-c", loadCore, "wrk", "-t1", "-c", strconv.Itoa(connections), "-d", duration.String(), "-s", script,
		"http://"+p.address+call.path).CombinedOutput()
	cpu := cpuOf(p.cmd.Process.Pid) - before
	rate, all := perSecond.FindSubmatch(out), total.FindSubmatch(out)
	if err != nil || rate == nil || all == nil || strings.Contains(string(out), "Non-2xx") {
		return speed{}, errors.Join(fmt.Errorf("wrk against %s: %s", p.name, out), err)
	}
	s := speed{}
	s.requests, _ = strconv.ParseFloat(string(rate[1]), 64)
	n, _ := strconv.ParseFloat(string(all[1]), 64)
	s.cpu = time.Duration(float64(cpu) * 10_000 / n)
	return s, nil
}
