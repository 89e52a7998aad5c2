package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

const maxConnections = 1024

// answer is the outcome of one call of a load.
type answer struct {
	status int           // HTTP status, 0 without a response
	took   time.Duration // since the due time of the call
	at     time.Time     // when the response was complete
}

// load makes calls at a fixed rate without waiting for earlier calls (an open loop), over
// persistent connections. To save CPU time on the shared machine, it writes prepared bytes and
// reads only the status and length of a response.
type load struct {
	address string
	request []byte
	due     chan time.Time
	each    func(answer) // called concurrently for every response

	idle    sync.WaitGroup // calls
	mu      sync.Mutex
	open    int
	waiting int
	dropped int // calls that found maxConnections calls in flight
}

func newLoad(address, cookie string, each func(answer)) *load {
	return newLoadOf(address, measuredPost(cookie).raw(), each)
}

func newLoadOf(address, request string, each func(answer)) *load {
	return &load{address: address, request: []byte(request), due: make(chan time.Time, maxConnections), each: each}
}

// run makes n calls at rate calls per second and returns when the last one is due.
func (l *load) run(rate, n int) {
	began := time.Now()
	for i := range n {
		at := began.Add(time.Duration(i) * time.Second / time.Duration(rate))
		if wait := time.Until(at); wait > 500*time.Microsecond {
			time.Sleep(wait)
		}
		l.call(at)
	}
}

// call gives a call to an idle connection or to a new one.
func (l *load) call(at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.waiting > 0 {
		l.waiting--
	} else if l.open < maxConnections {
		l.open++
		go l.connection()
	} else {
		l.dropped++
		return
	}
	l.idle.Add(1)
	l.due <- at
}

// wait waits for the responses to all calls and closes the connections.
func (l *load) wait() {
	l.idle.Wait()
	close(l.due)
}

func (l *load) connection() {
	var conn net.Conn
	var r *bufio.Reader
	for at := range l.due {
		status := 0
		var err error
		if conn == nil {
			if conn, err = net.Dial("tcp", l.address); err == nil {
				r = bufio.NewReader(conn)
			}
		}
		if err == nil {
			if status, err = exchange(conn, r, l.request); err != nil {
				_ = conn.Close()
				conn = nil
			}
		}
		now := time.Now()
		l.each(answer{status: status, took: now.Sub(at), at: now})
		l.mu.Lock()
		l.waiting++
		l.mu.Unlock()
		l.idle.Done()
	}
	if conn != nil {
		_ = conn.Close()
	}
}

// exchange sends a request and reads the response, which must have a Content-Length.
func exchange(conn net.Conn, r *bufio.Reader, request []byte) (status int, err error) {
	if _, err := conn.Write(request); err != nil {
		return 0, err
	}
	line, err := r.ReadSlice('\n')
	if err != nil {
		return 0, err
	}
	if len(line) < 12 {
		return 0, textproto.ProtocolError("short status line")
	}
	if status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return 0, err
	}
	length := 0
	for {
		line, err := r.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		if len(line) <= 2 {
			break
		}
		if len(line) > 16 && strings.EqualFold(string(line[:15]), "Content-Length:") {
			if length, err = strconv.Atoi(strings.TrimSpace(string(line[15:]))); err != nil {
				return 0, err
			}
		}
	}
	_, err = io.CopyN(io.Discard, r, int64(length))
	return status, err
}

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

const endpoint = "/endpoint/v1"

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

func (p post) script() string {
	var s strings.Builder
	fmt.Fprintf(&s, "wrk.method = \"POST\"\nwrk.body = %q\n", p.body)
	for name, value := range p.header {
		fmt.Fprintf(&s, "wrk.headers[%q] = %q\n", name, value)
	}
	return s.String()
}

// callOf returns a call of the site, with a session if cookie is set.
func callOf(name, cookie, encoding string) post {
	class, method, _ := strings.Cut(name, "/")
	p := post{
		path: endpoint, body: fmt.Sprintf(`{"api":{"class":%q,"method":%q},"data":{}}`, class, method),
		header: map[string]string{
			"Host": "localhost", "Content-Type": "application/json", "panel": "frontend",
			"Accept-Encoding": encoding, "User-Agent": "Mozilla/5.0",
		},
	}
	if cookie != "" {
		p.header["Cookie"] = cookie
	}
	return p
}

func measuredPost(cookie string) post { return callOf(measuredCall, cookie, "identity") }

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

// sendCached makes a call twice. It fails if the second response was not cached.
func (p post) sendCached(address string) (answer http.Header, body []byte) {
	_, _, err := p.send(address)
	check(err)
	answer, body, err = p.send(address)
	check(err)
	if state := answer.Get("Croupier-Cache"); state != "HIT" {
		check(fmt.Errorf("Croupier-Cache of %s is %q, not HIT", address, state))
	}
	return answer, body
}
