package main

import (
	"bytes"
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
	good     float64       // number of responses with status 2xx
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
		good: n - refused,
	}, nil
}

// wrk sends a post to a peer as often as possible for a turn. It fails without a 2xx response.
func (b *bench) wrk(p *peer, call post, connections int) speed {
	before := p.cpu()
	out, err := b.wrkCommand(p, call, connections, turn).CombinedOutput()
	s, parsed := parseSpeed(out, p.cpu()-before)
	checkWrk(p, out, err, parsed)
	return s
}

func (b *bench) wrkCommand(p *peer, call post, connections int, length time.Duration) *exec.Cmd {
	script := filepath.Join(b.dir, p.address+".lua")
	check(os.WriteFile(script, []byte(call.script()), 0o600))
	return exec.Command("taskset", "-c", loadCore, "wrk", "-t1", "-c", strconv.Itoa(connections), "-d",
		fmt.Sprintf("%.0fs", length.Seconds()), "-s", script, "http://"+p.address+call.path)
}

func checkWrk(p *peer, out []byte, errs ...error) {
	if err := errors.Join(errs...); err != nil {
		check(fmt.Errorf("wrk against %s: %w: %s", p.name, err, out))
	}
}

// opening is the time in which a peer opens a connection to the platform. It contains a handshake of
// TLS, mostly on the shared core of load and platform.
const opening = 2 * time.Millisecond

// forwarded measures calls with wrk that the peer forwards to the platform. At the end of a turn,
// some peers close their connections to the platform, so the next turn starts with handshakes. The
// measured turn follows them. It fails if a good response did not come from the platform.
func (b *bench) forwarded(p *peer, call post, connections int) speed {
	var out bytes.Buffer
	wrk := b.wrkCommand(p, call, connections, time.Minute)
	wrk.Stdout, wrk.Stderr = &out, &out
	first := b.platform.counts()
	check(wrk.Start())
	defer func() { _ = wrk.Process.Kill() }()
	time.Sleep(opening * time.Duration(connections))
	from, cpu, began := b.platform.counts(), p.cpu(), time.Now()
	time.Sleep(turn)
	to, used, took := b.platform.counts(), p.cpu()-cpu, time.Since(began)
	check(wrk.Process.Signal(os.Interrupt)) // wrk prints its results
	err := wrk.Wait()
	last := b.platform.counts()

	all, parsed := parseSpeed(out.Bytes(), 0)
	checkWrk(p, out.Bytes(), err, parsed)
	if reached := last.forwarded() - first.forwarded(); reached < all.good {
		check(fmt.Errorf("%s had %.0f good responses, but the platform received %.0f calls", p.name, all.good, reached))
	}
	requests := (to.forwarded() - from.forwarded()) / to.At.Sub(from.At).Seconds()
	if requests == 0 {
		checkWrk(p, out.Bytes(), errNoSpeed)
	}
	return speed{
		requests: requests, refused: all.refused, good: requests * turn.Seconds(),
		cpu: time.Duration(float64(used) / took.Seconds() * 10_000 / requests),
	}
}
