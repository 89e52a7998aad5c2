package redis_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"croupier/bff"
	"croupier/bff/store/redis"
)

// dying is a Redis that goes away after each script it has run, before it answers.
type dying struct {
	net.Listener
	ran atomic.Int64
}

func newDying(t *testing.T) *dying {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	d := &dying{Listener: l}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go d.serve(conn)
		}
	}()
	return d
}

// serve answers as the only node of a cluster, or as a server alone.
func (d *dying) serve(conn net.Conn) {
	defer conn.Close() //nolint:errcheck // it dies
	r := bufio.NewReader(conn)
	for {
		words, err := readCommand(r)
		if err != nil {
			return
		}
		answer := "-ERR unknown command\r\n"
		switch strings.ToLower(strings.Join(words[:min(2, len(words))], " ")) {
		case "cluster slots":
			port := d.Addr().(*net.TCPAddr).Port
			answer = fmt.Sprintf("*1\r\n*3\r\n:0\r\n:16383\r\n*3\r\n$9\r\n127.0.0.1\r\n:%d\r\n$1\r\na\r\n", port)
		default:
			switch strings.ToLower(words[0]) {
			case "psubscribe":
				answer = fmt.Sprintf("*3\r\n$10\r\npsubscribe\r\n$%d\r\n%s\r\n:1\r\n", len(words[1]), words[1])
			case "eval":
				d.ran.Add(1)
				return
			}
		}
		if _, err := io.WriteString(conn, answer); err != nil {
			return
		}
	}
}

// readCommand reads an array of strings.
func readCommand(r *bufio.Reader) ([]string, error) {
	number := func() (int, error) {
		line, err := r.ReadString('\n')
		if err != nil {
			return 0, err
		}
		return strconv.Atoi(strings.TrimSpace(line[1:]))
	}
	n, err := number()
	if err != nil || n < 1 {
		return nil, io.ErrUnexpectedEOF
	}
	words := make([]string, n)
	for i := range words {
		size, err := number()
		if err != nil {
			return nil, err
		}
		word := make([]byte, size+2)
		if _, err := io.ReadFull(r, word); err != nil {
			return nil, err
		}
		words[i] = string(word[:size])
	}
	return words, nil
}

// With default options one attempt is counted up to four times.
func TestNoAttemptIsCountedTwice(t *testing.T) {
	t.Parallel()
	for _, scheme := range []string{"redis", "redis+cluster"} {
		d := newDying(t)
		s := open(t, scheme+"://"+d.Addr().String()+"?timeout="+patience.String(), redis.Options{Allowance: eight})
		if _, ok := s.Limiter().Allow(t.Context(), bff.LimitKey{Rule: bff.LimitPassword, Subject: "demo"}); !ok {
			t.Errorf("%s: a limit keeps somebody out", scheme)
		}
		if n := d.ran.Load(); n != 1 {
			t.Errorf("%s: one attempt was counted %d times", scheme, n)
		}
	}
}
