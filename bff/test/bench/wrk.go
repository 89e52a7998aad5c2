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

// turn is the duration of the measurement of one peer.
const turn = time.Second

// The servers have one core and the load has the other, so the load takes no time from a server.
// The platform shares the core of the load.
const (
	serverCore = "0"
	loadCore   = "1"
)

type speed struct {
	requests float64       // responses with status 2xx per second
	refused  float64       // share of the other responses
	cpu      time.Duration // of the server for 10,000 requests
}

var (
	perSecond  = regexp.MustCompile(`Requests/sec:\s+([0-9.]+)`)
	total      = regexp.MustCompile(`(\d+) requests in`)
	notGood    = regexp.MustCompile(`Non-2xx or 3xx responses: (\d+)`)
	notOpened  = regexp.MustCompile(`Socket errors: connect [1-9]`)
	errNoSpeed = errors.New("no response has status 2xx, or connections were refused")
)

// parseSpeed reads the output of wrk. cpu is the CPU time of the server during the run.
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
	return speed{
		requests: requests * (1 - refused/n), refused: refused / n, cpu: time.Duration(float64(cpu) * 10_000 / n),
	}, nil
}

// wrk sends a post to a peer as often as possible for a turn. It fails without a 2xx response.
func (b *bench) wrk(p *peer, call post, connections int) speed {
	return must(b.tryWrk(p, call, connections))
}

func (b *bench) tryWrk(p *peer, call post, connections int) (speed, error) {
	script := filepath.Join(b.dir, p.address+".lua")
	if err := os.WriteFile(script, []byte(call.script()), 0o600); err != nil {
		return speed{}, err
	}
	before := p.cpu()
	out, err := exec.Command("taskset", "-c", loadCore, "wrk", "-t1", "-c", strconv.Itoa(connections), "-d",
		turn.String(), "-s", script, "http://"+p.address+call.path).CombinedOutput()
	s, parsed := parseSpeed(out, p.cpu()-before)
	if err = errors.Join(err, parsed); err != nil {
		err = fmt.Errorf("wrk against %s: %w: %s", p.name, err, out)
	}
	return s, err
}
