package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"time"
)

// turn is how long one peer is measured.
const turn = time.Second

// The servers and the load have a core each: what the load takes is not taken from a server. The platform has the core
// of the load.
const (
	serverCore = "0"
	loadCore   = "1"
)

// speed is what wrk measured.
type speed struct {
	requests float64       // answered with 2xx, a second
	refused  float64       // share of the other answers
	cpu      time.Duration // of the server, for 10,000 requests
}

var (
	perSecond  = regexp.MustCompile(`Requests/sec:\s+([0-9.]+)`)
	total      = regexp.MustCompile(`(\d+) requests in`)
	notGood    = regexp.MustCompile(`Non-2xx or 3xx responses: (\d+)`)
	notOpened  = regexp.MustCompile(`Socket errors: connect [1-9]`)
	errNoSpeed = errors.New("no answer is 2xx, or connections were refused")
)

// parseSpeed reads the output of wrk, during which the server had cpu.
func parseSpeed(out []byte, cpu time.Duration) (speed, error) {
	rate, all := perSecond.FindSubmatch(out), total.FindSubmatch(out)
	if rate == nil || all == nil || notOpened.Match(out) {
		return speed{}, errNoSpeed
	}
	requests, _ := strconv.ParseFloat(string(rate[1]), 64)
	n, _ := strconv.ParseFloat(string(all[1]), 64)
	refused := 0.0
	if other := notGood.FindSubmatch(out); other != nil {
		refused, _ = strconv.ParseFloat(string(other[1]), 64)
	}
	if refused >= n {
		return speed{}, errNoSpeed
	}
	return speed{requests: requests * (1 - refused/n), refused: refused / n, cpu: time.Duration(float64(cpu) * 10_000 / n)}, nil
}

// wrk sends a post to a peer as fast as connections allow, for a time. It fails where no answer is 2xx.
func (b *bench) wrk(p *peer, call post, connections int, duration time.Duration) (speed, error) {
	script := filepath.Join(b.dir, p.address+".lua")
	if err := os.WriteFile(script, []byte(call.script()), 0o600); err != nil {
		return speed{}, err
	}
	before := cpuOf(p.cmd.Process.Pid)
	out, err := exec.Command("taskset", "-c", loadCore, "wrk", "-t1", "-c", strconv.Itoa(connections), "-d", duration.String(), "-s", script,
		"http://"+p.address+call.path).CombinedOutput()
	s, parsed := parseSpeed(out, cpuOf(p.cmd.Process.Pid)-before)
	if err = errors.Join(err, parsed); err != nil {
		err = fmt.Errorf("wrk against %s: %w: %s", p.name, err, out)
	}
	return s, err
}
