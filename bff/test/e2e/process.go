package e2e

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// Process is a running croupier process.
type Process struct {
	Address string // host:port of the site listener
	Admin   string // host:port of the admin listener, empty for none
	cmd     *exec.Cmd
	mu      sync.Mutex
	log     strings.Builder
	exited  chan error
}

// Start runs the binary with args and waits until it logs its listen addresses.
func Start(binary string, env []string, args ...string) (*Process, error) {
	p := &Process{cmd: exec.Command(binary, args...), exited: make(chan error, 1)}
	p.cmd.Env = append(os.Environ(), env...)
	out, err := p.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	listening := make(chan [2]string, 1)
	go p.read(out, listening)
	addresses, ok := <-listening
	if !ok {
		return nil, fmt.Errorf("croupier %s exited before it listened: %w\n%s", strings.Join(args, " "), <-p.exited,
			p.Log())
	}
	p.Address, p.Admin = addresses[0], addresses[1]
	return p, nil
}

// ServeArgs returns the arguments of a server with a data directory on free ports.
func ServeArgs(dir string, args ...string) []string {
	return append([]string{"serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data-dir", dir},
		args...)
}

// read stores the log and sends its listen addresses. It closes listening when the process exits.
func (p *Process) read(out io.Reader, listening chan<- [2]string) {
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		p.mu.Lock()
		p.log.Write(append(lines.Bytes(), '\n'))
		p.mu.Unlock()
		var line struct {
			Msg, Address string
			Admin        string `json:"admin_address"`
		}
		if json.Unmarshal(lines.Bytes(), &line) == nil && line.Msg == "listening" {
			select {
			case listening <- [2]string{line.Address, line.Admin}:
			default:
			}
		}
	}
	close(listening)
	p.exited <- p.cmd.Wait()
	close(p.exited)
}

// Log returns all current output of the process on standard error.
func (p *Process) Log() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.String()
}

// Stop sends SIGTERM and waits for the process to exit. It fails if the exit status is not
// zero. A second Stop does nothing.
func (p *Process) Stop() error {
	if err := p.Terminate(); err != nil {
		return err
	}
	return p.Wait()
}

// Terminate sends SIGTERM, which starts draining.
func (p *Process) Terminate() error {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}

// Wait waits for the process to exit. The first Wait fails if the exit status is not zero.
func (p *Process) Wait() error { return <-p.exited }

// Binary returns the path of the binary under test: $CROUPIER_BINARY, or a binary built into dir.
func Binary(dir string) (string, error) {
	if b := os.Getenv("CROUPIER_BINARY"); b != "" {
		return b, nil
	}
	binary := filepath.Join(dir, "croupier")
	out, err := exec.Command("go", "build", "-o", binary, "croupier/bff/cmd/croupier").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("could not build croupier: %w\n%s", err, out)
	}
	return binary, nil
}

// RunTests runs the tests of a package with *binary set to the binary under test, and returns the
// exit status of its TestMain.
func RunTests(binary *string, tests func() int) int {
	dir, err := os.MkdirTemp("", "croupier-e2e-")
	if err == nil {
		defer func() { _ = os.RemoveAll(dir) }()
		*binary, err = Binary(dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return tests()
}

// Run runs the binary with a standard input. It returns the output and reports success.
func Run(binary string, env []string, input string, args ...string) (out string, ok bool) {
	cmd := exec.Command(binary, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdin = strings.NewReader(input)
	raw, err := cmd.CombinedOutput()
	return string(raw), err == nil
}

// PID returns the process id.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// LimitFiles limits the size of files that the process writes. With 0 every write fails, as on a
// full disk. LimitFiles needs no privileges.
func (p *Process) LimitFiles(most uint64) error {
	var l unix.Rlimit
	if err := unix.Prlimit(p.PID(), unix.RLIMIT_FSIZE, nil, &l); err != nil {
		return err
	}
	l.Cur = min(most, l.Max)
	return unix.Prlimit(p.PID(), unix.RLIMIT_FSIZE, &l, nil)
}

// Kill sends SIGKILL and waits for the process to exit. The process cannot drain or save
// anything.
func (p *Process) Kill() error {
	err := p.cmd.Process.Kill()
	<-p.exited //nolint:errcheck // the exit status is always "killed"
	return err
}
