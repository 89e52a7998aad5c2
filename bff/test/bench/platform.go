package main

import (
	"encoding/json"
	"os"
	"os/exec"
)

type order struct {
	Be     *behaviour
	Refuse bool // close the listener and all connections, and refuse new ones
	Listen bool // listen again, on the same port
}

type reply struct {
	Address string // with TLS
	Plain   string // without TLS
	Counts  counts // before the order
}

type platform struct {
	address string // with TLS
	plain   string // without TLS
	cmd     *exec.Cmd
	orders  *json.Encoder
	replies *json.Decoder
}

func startPlatform() (*platform, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	p := &platform{cmd: exec.Command(self)}
	p.cmd.Env = append(os.Environ(), platformVariable+"=1")
	p.cmd.Stderr = os.Stderr
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.orders, p.replies = json.NewEncoder(in), json.NewDecoder(out)
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	r, err := p.do(order{})
	p.address, p.plain = r.Address, r.Plain
	return p, err
}

// do sends an order and returns when the platform has executed it.
func (p *platform) do(o order) (r reply, err error) {
	if err = p.orders.Encode(o); err == nil {
		err = p.replies.Decode(&r)
	}
	return r, err
}

// be changes the behaviour for new requests.
func (p *platform) be(b behaviour) { must(p.do(order{Be: &b})) }

func (p *platform) counts() counts { return must(p.do(order{})).Counts }

func (p *platform) stop() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}
