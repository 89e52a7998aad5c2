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

// crashingServer is a Redis that closes the connection after running a script, before it replies.
type crashingServer struct {
	net.Listener
	scriptCached bool // whether EVALSHA runs scripts or is refused with NOSCRIPT
	runs         atomic.Int64
}

func startCrashingServer(t *testing.T, scriptCached bool) *crashingServer {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &crashingServer{Listener: l, scriptCached: scriptCached}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go s.serve(conn)
		}
	}()
	return s
}

// serve answers as a single server or as the only node of a cluster.
func (s *crashingServer) serve(conn net.Conn) {
	defer conn.Close() //nolint:errcheck // the client must cope with any end
	r := bufio.NewReader(conn)
	for {
		words, err := readCommand(r)
		if err != nil {
			return
		}
		reply := "-ERR unknown command\r\n"
		switch strings.ToLower(strings.Join(words[:min(2, len(words))], " ")) {
		case "cluster slots":
			port := s.Addr().(*net.TCPAddr).Port
			reply = fmt.Sprintf("*1\r\n*3\r\n:0\r\n:16383\r\n*3\r\n$9\r\n127.0.0.1\r\n:%d\r\n$1\r\na\r\n", port)
		default:
			switch command := strings.ToLower(words[0]); {
			case command == "psubscribe":
				reply = fmt.Sprintf("*3\r\n$10\r\npsubscribe\r\n$%d\r\n%s\r\n:1\r\n", len(words[1]), words[1])
			case command == "evalsha" && !s.scriptCached:
				reply = "-NOSCRIPT No matching script. Please use EVAL.\r\n"
			case command == "eval", command == "evalsha":
				s.runs.Add(1)
				return
			}
		}
		if _, err := io.WriteString(conn, reply); err != nil {
			return
		}
	}
}

// readCommand reads an array of bulk strings.
func readCommand(r *bufio.Reader) ([]string, error) {
	readNumber := func() (int, error) {
		line, err := r.ReadString('\n')
		if err != nil {
			return 0, err
		}
		return strconv.Atoi(strings.TrimSpace(line[1:]))
	}
	n, err := readNumber()
	if err != nil || n < 1 {
		return nil, io.ErrUnexpectedEOF
	}
	words := make([]string, n)
	for i := range words {
		size, err := readNumber()
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

// With the default options of go-redis, one attempt is counted up to four times.
func TestScriptsRunAtMostOnce(t *testing.T) {
	t.Parallel()
	for _, scheme := range []string{"redis", "redis+cluster"} {
		for _, scriptCached := range []bool{true, false} {
			server := startCrashingServer(t, scriptCached)
			s := open(t, scheme+"://"+server.Addr().String()+"?timeout="+timeout.String(), redis.Options{Allowance: allowEight})
			if _, _, err := s.Limiter().Take(t.Context(), bff.LimitKey{Rule: bff.LimitPassword, Subject: "demo"}); err == nil {
				t.Errorf("%s, script cached: %v: the limiter counted without Redis", scheme, scriptCached)
			}
			if n := server.runs.Load(); n != 1 {
				t.Errorf("%s, script cached: %v: one attempt was counted %d times", scheme, scriptCached, n)
			}
		}
	}
}
