package main

import (
	"fmt"
	"os/exec"
	"strconv"
	"time"
)

// toLoadCore moves a process to the core of the load.
func toLoadCore(cmd *exec.Cmd) error {
	out, err := exec.Command("taskset", "-a", "-c", "-p", loadCore, strconv.Itoa(cmd.Process.Pid)).CombinedOutput()
	if err != nil {
		return fmt.Errorf("taskset: %w: %s", err, out)
	}
	return nil
}

// startMeasured starts the server on the core of servers, with its log in a file, logs a player in and lets it settle.
func (b *bench) startMeasured(o setup) (p *peer, cookie string, err error) {
	if err := toLoadCore(b.platform.cmd); err != nil {
		return nil, "", err
	}
	config, err := configure(b.root, b.dir, b.platform, o)
	if err != nil {
		return nil, "", err
	}
	address, err := freeAddress()
	if err != nil {
		return nil, "", err
	}
	admin, err := freeAddress()
	if err != nil {
		return nil, "", err
	}
	env := append([]string{"CROUPIER_LISTEN=" + address, "CROUPIER_ADMIN_LISTEN=" + admin}, o.env...)
	if p, err = startPeer("croupier", address, env, b.binary, "serve", "--config", config); err != nil {
		return nil, "", err
	}
	p.admin = admin
	if cookie, err = login(address); err != nil {
		p.stop()
		return nil, "", err
	}
	p.settle(300 * time.Millisecond)
	return p, cookie, nil
}

// settle waits until the server has done the work of its start, for which it does not wait itself: until it used no CPU
// time for as long as quiet.
func (p *peer) settle(quiet time.Duration) {
	before := time.Duration(-1)
	for began := time.Now(); time.Since(began) < 30*time.Second; time.Sleep(quiet) {
		cpu := cpuOf(p.cmd.Process.Pid)
		if before >= 0 && cpu-before <= clockTick {
			return
		}
		before = cpu
	}
}
