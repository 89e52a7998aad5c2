package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"time"
)

// measuredCall is the call that every row makes: a session read that is never cached.
const measuredCall = "finance/check_balance"

// measuredList is a guest's list, which is cached.
const measuredList = "casino/provider_list"

// behaviour is what the platform does with a request.
type behaviour struct {
	Latency time.Duration // of an answer
	Workers int           // answers at once; 0: unlimited
	Hang    bool          // read the request and never answer it

	ListSize int  // bytes of the data of lists, about; 0: none
	Fail     bool // answer with HTTP 502
}

// counts are the requests that the platform received.
type counts struct {
	Calls  int64 // measured calls
	Lists  int64 // of providers
	Probes int64 // other calls but logins: health calls of an open circuit
}

// platformVariable marks the process of the platform: this program started again, so that the load
// and the platform do not wait for each other.
const platformVariable = "CROUPIER_BENCH_PLATFORM"

// runPlatform is the process of the platform. It obeys one order per line of its standard input and
// answers each with a line: counts, or an address.
func runPlatform() error {
	p := &platformServer{address: "127.0.0.1:0", plain: "127.0.0.1:0"}
	p.be(behaviour{})
	if err := p.listen(); err != nil {
		return err
	}
	orders, answers := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var o order
		if err := orders.Decode(&o); err != nil {
			return nil //nolint:nilerr // the load has ended
		}
		r := reply{Address: p.address, Plain: p.plain, Counts: counts{p.calls.Load(), p.lists.Load(), p.probes.Load()}}
		switch {
		case o.Be != nil:
			p.be(*o.Be)
		case o.Refuse:
			p.refuse()
		case o.Listen:
			if err := p.listen(); err != nil {
				return err
			}
		}
		if err := answers.Encode(r); err != nil {
			return err
		}
	}
}

// order is an order to the platform.
type order struct {
	Be     *behaviour
	Refuse bool // close the listener and every connection: new connections are refused
	Listen bool // listen again, on the same port
}

// reply is the answer to an order.
type reply struct {
	Address string // with TLS
	Plain   string // without TLS
	Counts  counts // before the order
}

// platform is the platform's process.
type platform struct {
	address string // with TLS
	plain   string // without TLS
	cmd     *exec.Cmd
	orders  *json.Encoder
	replies *json.Decoder
}

// startPlatform starts the process.
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

// do sends an order and returns when it is done.
func (p *platform) do(o order) (r reply, err error) {
	if err = p.orders.Encode(o); err == nil {
		err = p.replies.Decode(&r)
	}
	return r, err
}

// be changes the behaviour for requests that arrive from now on.
func (p *platform) be(b behaviour) error {
	_, err := p.do(order{Be: &b})
	return err
}

// counts returns the requests received so far.
func (p *platform) counts() (counts, error) {
	r, err := p.do(order{})
	return r.Counts, err
}

// stop ends the process.
func (p *platform) stop() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}
