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

// addresses are the addresses at which the platform listens.
type addresses struct {
	HTTP2 string // with TLS, offers HTTP/2 and HTTP/1.1
	HTTP1 string // with TLS, offers HTTP/1.1 only
	Plain string // without TLS, HTTP/1.1
}

type reply struct {
	Addresses addresses
	Counts    counts // before the order
}

type platform struct {
	addresses
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
	p.addresses = r.Addresses
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
