package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/textproto"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// maxConnections bounds the calls in flight of one load.
const maxConnections = 1024

// answer is the outcome of one call of a load.
type answer struct {
	status int           // HTTP status; 0: no answer
	took   time.Duration // from the moment at which the call was due
	at     time.Time     // when the answer was complete
}

// load makes calls at a fixed rate, whether earlier ones were answered or not (an open loop), over
// connections that it keeps open. It writes prepared bytes and reads no more of an answer than
// its status and length, so that it costs little beside the server on the same machine.
type load struct {
	address string
	request []byte
	due     chan time.Time
	each    func(answer) // called for every answer, concurrently

	idle    sync.WaitGroup // calls
	mu      sync.Mutex
	open    int
	waiting int
	dropped int // calls that found maxConnections calls in flight
}

// newLoad returns a load of the measured call.
func newLoad(address, cookie string, each func(answer)) *load {
	return newLoadOf(address, measuredPost(cookie).raw(), each)
}

// newLoadOf returns a load of any request.
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

// call hands a call to an idle connection, or to a new one.
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

// wait waits until every call is answered, and closes the connections.
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

// exchange sends a request and reads its answer, which has a Content-Length.
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

// Calls that sendAll repeats.
const (
	refusedTries = 100
	refusedPause = 50 * time.Millisecond
)

// sendAll makes all calls of a post from call first on, as fast as connections are answered. It repeats refused calls (503)
// and returns their number. It fails where another answer is not 200.
func sendAll(address string, calls post, first, connections int) (refused int, err error) {
	var next, again atomic.Int64
	next.Store(int64(first))
	var all errgroup.Group
	for range connections {
		all.Go(func() error {
			conn, err := net.Dial("tcp", address)
			if err != nil {
				return err
			}
			defer func() { _ = conn.Close() }()
			for r := bufio.NewReader(conn); ; {
				i := int(next.Add(1)) - 1
				if i >= calls.count {
					return nil
				}
				request := []byte(calls.at(i).raw())
				status, err := exchange(conn, r, request)
				for tries := 1; err == nil && status == http.StatusServiceUnavailable && tries < refusedTries; tries++ {
					again.Add(1)
					time.Sleep(refusedPause)
					status, err = exchange(conn, r, request)
				}
				if err != nil {
					return err
				}
				if status != http.StatusOK {
					return fmt.Errorf("call %d of %s: HTTP %d", i, address, status)
				}
			}
		})
	}
	err = all.Wait()
	return int(again.Load()), err
}
