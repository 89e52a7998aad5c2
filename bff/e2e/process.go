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
)

// Process is a running croupier.
type Process struct {
	Address string // host:port that it listens on
	Admin   string // the same of its listener for operators; empty where it has none
	cmd     *exec.Cmd
	mu      sync.Mutex
	log     strings.Builder
	ended   chan error
}

// Start runs the binary with args and waits until it says where it listens.
func Start(binary string, env []string, args ...string) (*Process, error) {
	p := &Process{cmd: exec.Command(binary, args...), ended: make(chan error, 1)}
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
		return nil, fmt.Errorf("croupier %s ended before it listened: %w\n%s", strings.Join(args, " "), <-p.ended, p.Log())
	}
	p.Address, p.Admin = addresses[0], addresses[1]
	return p, nil
}

// read keeps the log and finds in it the addresses listened on. The channel is closed when
// the process ends.
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
	p.ended <- p.cmd.Wait()
	close(p.ended)
}

// Log is everything the process has said so far.
func (p *Process) Log() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.String()
}

// Stop asks the process to drain and waits for its end; it fails where the exit status is
// not zero. Stopping it again changes nothing.
func (p *Process) Stop() error {
	if err := p.Tell(); err != nil {
		return err
	}
	return p.Wait()
}

// Tell asks the process to drain.
func (p *Process) Tell() error {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}

// Wait waits for the end of the process; it fails where the exit status is not zero, once.
func (p *Process) Wait() error { return <-p.ended }

// Binary gives the croupier under test: CROUPIER_BINARY, or one built into dir.
func Binary(dir string) (string, error) {
	if b := os.Getenv("CROUPIER_BINARY"); b != "" {
		return b, nil
	}
	binary := filepath.Join(dir, "croupier")
	out, err := exec.Command("go", "build", "-o", binary, "croupier/bff/cmd/croupier").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("building croupier: %w\n%s", err, out)
	}
	return binary, nil
}
