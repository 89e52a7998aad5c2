package main

import (
	"bufio"
	"io"
	"net"
	"net/textproto"
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
		go l.serve()
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

func (l *load) serve() {
	c := connection{address: l.address}
	defer c.close()
	for at := range l.due {
		status := c.call(l.request)
		now := time.Now()
		l.each(answer{status: status, took: now.Sub(at), at: now})
		l.mu.Lock()
		l.waiting++
		l.mu.Unlock()
		l.idle.Done()
	}
}

// connection is a persistent connection, which opens when a call needs it.
type connection struct {
	address string
	conn    net.Conn // nil: closed
	r       *bufio.Reader
}

// call sends a request and returns the status of the response, 0 without a response.
func (c *connection) call(request []byte) (status int) {
	if c.conn == nil {
		conn, err := net.Dial("tcp", c.address)
		if err != nil {
			return 0
		}
		c.conn, c.r = conn, bufio.NewReader(conn)
	}
	status, err := exchange(c.conn, c.r, request)
	if err != nil {
		c.close()
	}
	return status
}

func (c *connection) close() {
	if c.conn != nil {
		_ = c.conn.Close()
		c.conn = nil
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
