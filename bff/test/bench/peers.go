package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// peer is a measured process.
type peer struct {
	name, address string
	admin         string        // address of the server's metrics
	started       time.Duration // until it listened
	cookie        string        // session of a player at the server
	cmd           *exec.Cmd
}

// startPeer starts a command that listens at address, on a core. An empty core is any core.
func (b *bench) startPeer(name, address, core string, env []string, command ...string) *peer {
	if core != "" {
		command = append([]string{"taskset", "-c", core}, command...)
	}
	p := &peer{name: name, address: address, cmd: exec.Command(command[0], command[1:]...)}
	p.cmd.Env = append(os.Environ(), env...)
	p.cmd.Stdout, p.cmd.Stderr = os.Stderr, os.Stderr
	if name == "croupier" || name == "Caddy" { // they log to a file as usual
		file := must(os.CreateTemp(b.dir, name+"-*.log"))
		p.cmd.Stdout, p.cmd.Stderr = file, file
	}
	check(p.cmd.Start())
	b.running = append(b.running, p.stop)
	for began := time.Now(); p.started < 30*time.Second; time.Sleep(5 * time.Millisecond) {
		p.started = time.Since(began)
		if conn, err := net.Dial("tcp", address); err == nil {
			_ = conn.Close()
			return p
		}
	}
	check(fmt.Errorf("%s does not listen at %s", name, address))
	return nil
}

func (p *peer) stop() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

// resident returns the resident memory in MB, or 0 without /proc.
func (p *peer) resident() float64 {
	raw, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	_, rest, _ := strings.Cut(string(raw), "VmRSS:")
	var kb float64
	_, _ = fmt.Sscan(rest, &kb)
	return kb / 1024
}

func freeAddress() string {
	l := must(net.Listen("tcp", "127.0.0.1:0"))
	check(l.Close())
	return l.Addr().String()
}

// toLoadCore moves a process to the core of the load.
func toLoadCore(cmd *exec.Cmd) error {
	out, err := exec.Command("taskset", "-a", "-c", "-p", loadCore, strconv.Itoa(cmd.Process.Pid)).CombinedOutput()
	if err != nil {
		return fmt.Errorf("taskset: %w: %s", err, out)
	}
	return nil
}

// clockTick is the unit of CPU times in /proc on Linux.
const clockTick = 10 * time.Millisecond

// cpu returns the CPU time of a process so far, or 0 without /proc.
func (p *peer) cpu() time.Duration {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(raw), ") ") // the name may contain spaces
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * clockTick
}
