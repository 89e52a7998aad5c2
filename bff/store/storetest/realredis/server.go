// Package realredis starts redis-servers of a test's own: one alone, or a cluster of three.
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

// patience bounds how long a server may take to answer.
const patience = 30 * time.Second

// Server is one redis-server. It keeps nothing on the disk.
type Server struct {
	Port int
	args []string
	dir  string
	cmd  *exec.Cmd
}

// Start starts a server, which ends with the test. A machine without redis-server fails
// the test.
func Start(t testing.TB) *Server {
	t.Helper()
	s := &Server{Port: reserve(t), dir: t.TempDir()}
	s.Run(t)
	return s
}

// URL is where the server is reached by a client with more patience than a player's call
// has, for machines that are busy.
func (s *Server) URL() string {
	return fmt.Sprintf("redis://127.0.0.1:%d?timeout=%s", s.Port, patience)
}

// Address is host and port of the server.
func (s *Server) Address() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(s.Port)) }

// Run starts the server, again after Kill, and waits until it answers.
func (s *Server) Run(t testing.TB) {
	t.Helper()
	binary, err := exec.LookPath("redis-server")
	if err != nil {
		t.Fatalf("this test needs redis-server, Debian's package of the same name: %v", err)
	}
	args := append([]string{
		"--port", strconv.Itoa(s.Port), "--bind", "127.0.0.1", "--dir", s.dir, "--save", "", "--appendonly", "no", "--logfile", s.log(),
	}, s.args...)
	s.cmd = exec.Command(binary, args...) //nolint:noctx,gosec // the machine's own redis-server; the test's end kills it
	if err := s.cmd.Start(); err != nil {
		t.Fatalf("redis-server: %v", err)
	}
	t.Cleanup(s.Kill)
	t.Cleanup(func() {
		if said, err := os.ReadFile(s.log()); err == nil && t.Failed() {
			t.Logf("redis-server on port %d:\n%s", s.Port, said)
		}
	})
	await(t, "redis-server answers", func() bool {
		answer, err := s.Ask("PING")
		return err == nil && answer == "PONG"
	})
}

func (s *Server) log() string { return filepath.Join(s.dir, "redis.log") }

// Kill ends the server as a lost machine would; a server that has ended stays so.
func (s *Server) Kill() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
}

// Halt lets the server hang: it takes connections and answers nothing.
func (s *Server) Halt(t testing.TB) { s.signal(t, syscall.SIGSTOP) }

// Resume ends Halt.
func (s *Server) Resume(t testing.TB) { s.signal(t, syscall.SIGCONT) }

func (s *Server) signal(t testing.TB, what os.Signal) {
	t.Helper()
	if err := s.cmd.Process.Signal(what); err != nil {
		t.Fatal(err)
	}
}

// Ask sends a command and gives the answer as text.
func (s *Server) Ask(words ...string) (string, error) {
	conn, err := net.DialTimeout("tcp", s.Address(), patience) //nolint:noctx // bounded by itself
	if err != nil {
		return "", err
	}
	defer conn.Close() //nolint:errcheck // nothing is lost
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		return "", err
	}
	if _, err := conn.Write([]byte(strings.Join(words, " ") + "\r\n")); err != nil {
		return "", err
	}
	answer := make([]byte, 1<<16)
	n, err := conn.Read(answer)
	if err != nil {
		return "", err
	}
	text := strings.TrimSuffix(string(answer[1:n]), "\r\n")
	if answer[0] == '-' {
		return "", errors.New(text)
	}
	return text, nil
}

// await asks again and again until something is so.
func await(t testing.TB, what string, so func() bool) {
	t.Helper()
	ticks := time.NewTicker(10 * time.Millisecond)
	defer ticks.Stop()
	limit := time.After(patience)
	for !so() {
		select {
		case <-ticks.C:
		case <-limit:
			t.Fatalf("waited in vain until %s", what)
		}
	}
}
