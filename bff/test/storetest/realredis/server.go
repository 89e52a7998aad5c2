// Package realredis starts redis-server processes for tests: a single server, or a cluster of
// three masters.
package realredis

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// timeout bounds how long a server may take to answer.
const timeout = 30 * time.Second

// Server is one redis-server without persistence.
type Server struct {
	Port int
	args []string
	dir  string
	cmd  *exec.Cmd
}

// Start starts a server that runs until the test ends. It fails the test when redis-server is not
// installed.
func Start(t testing.TB) *Server {
	t.Helper()
	s := &Server{Port: reservePort(t), dir: tempDir(t)}
	s.Run(t)
	return s
}

// tempDir returns a folder that is removed once nobody writes to it: a process that rewrites the append-only file
// outlives the killed server by a moment.
func tempDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "realredis") //nolint:usetesting // T.TempDir fails the test where somebody still writes
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { waitFor(t, "the server's folder is removed", func() bool { return os.RemoveAll(dir) == nil }) })
	return dir
}

// URL returns the address of the server for store/redis. Its timeout is longer than in production,
// because test machines may be busy.
func (s *Server) URL() string {
	return fmt.Sprintf("redis://127.0.0.1:%d?timeout=%s", s.Port, timeout)
}

// Address returns the host and port of the server.
func (s *Server) Address() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(s.Port)) }

// Run starts the server, possibly again after Kill, and waits until it answers.
func (s *Server) Run(t testing.TB) {
	t.Helper()
	binary, err := exec.LookPath("redis-server")
	if err != nil {
		t.Fatalf("find redis-server (Debian package redis-server): %v", err)
	}
	args := append([]string{
		"--port", strconv.Itoa(s.Port), "--bind", "127.0.0.1", "--dir", s.dir, "--save", "", "--appendonly", "no", "--logfile", s.logFile(),
	}, s.args...)
	s.cmd = exec.Command(binary, args...) //nolint:noctx,gosec // the installed redis-server; Cleanup kills it
	if err := s.cmd.Start(); err != nil {
		t.Fatalf("start redis-server: %v", err)
	}
	t.Cleanup(s.Kill)
	t.Cleanup(func() {
		if content, err := os.ReadFile(s.logFile()); err == nil && t.Failed() {
			t.Logf("redis-server on port %d:\n%s", s.Port, content)
		}
	})
	waitFor(t, "redis-server answers", func() bool {
		reply, err := s.Do("PING")
		return err == nil && reply == "PONG"
	})
}

func (s *Server) logFile() string { return filepath.Join(s.dir, "redis.log") }

// Kill ends the server with SIGKILL, like the loss of its machine. It does nothing when the server
// has ended already.
func (s *Server) Kill() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
}

// Suspend stops the server with SIGSTOP: the kernel accepts connections, but nothing answers.
func (s *Server) Suspend(t testing.TB) { s.signal(t, syscall.SIGSTOP) }

// Resume continues a suspended server.
func (s *Server) Resume(t testing.TB) { s.signal(t, syscall.SIGCONT) }

func (s *Server) signal(t testing.TB, sig os.Signal) {
	t.Helper()
	if err := s.cmd.Process.Signal(sig); err != nil {
		t.Fatal(err)
	}
}

// Do sends a command on a new connection and returns the reply as text.
func (s *Server) Do(words ...string) (string, error) {
	conn, err := net.DialTimeout("tcp", s.Address(), timeout) //nolint:noctx // bounded by timeout
	if err != nil {
		return "", err
	}
	defer conn.Close() //nolint:errcheck // the reply has been read
	if err := conn.SetDeadline(time.Now().Add(timeout)); err != nil {
		return "", err
	}
	if _, err := conn.Write([]byte(strings.Join(words, " ") + "\r\n")); err != nil {
		return "", err
	}
	reply := make([]byte, 1<<16)
	n, err := conn.Read(reply)
	if err != nil {
		return "", err
	}
	text := strings.TrimSuffix(string(reply[1:n]), "\r\n")
	if reply[0] == '-' {
		return "", errors.New(text)
	}
	return text, nil
}

// waitFor polls condition until it holds and fails the test after timeout.
func waitFor(t testing.TB, what string, condition func() bool) {
	t.Helper()
	ticks := time.NewTicker(10 * time.Millisecond)
	defer ticks.Stop()
	deadline := time.After(timeout)
	for !condition() {
		select {
		case <-ticks.C:
		case <-deadline:
			t.Fatalf("timeout: waiting until %s", what)
		}
	}
}
