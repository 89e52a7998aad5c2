// Package platform is a scriptable casino platform for tests. The small HTTP server uses the
// envelope and fails as a Fault describes, down to the connection. It counts received and executed
// calls, so tests know the result of a call without a response. It imports no package of the
// server.
package platform

import (
	"context"
	"fmt"
	"maps"
	"net"
	"sync"
	"syscall"
	"time"
)

// Platform is a running platform. It is safe for concurrent use.
type Platform struct {
	port *port

	mu       sync.Mutex
	listener net.Listener // nil while connections are refused
	conns    map[net.Conn]bool
	fault    *Fault
	script   func(call string) *Fault
	arrived  int // requests since fault was set
	closed   bool
	done     chan struct{} // closed with the platform
	serving  sync.WaitGroup

	log    log
	casino casino
}

// New starts a platform.
func New() (*Platform, error) {
	p := &Platform{conns: map[net.Conn]bool{}, done: make(chan struct{}), log: newLog(), casino: newCasino()}
	var err error
	if p.port, err = newPort(); err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.open(); err != nil {
		p.port.close()
		return nil, err
	}
	return p, nil
}

// URL returns the address of the platform's endpoint.
func (p *Platform) URL() string { return "http://" + p.port.address + "/endpoint/v1" }

// Fail sets the fault for new requests, nil for none. Hanging requests continue to hang, unless f
// refuses connections.
func (p *Platform) Fail(f *Fault) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fault, p.arrived = f, 0
	if f != nil && f.Gzip {
		padding(f.Pad)
	}
	if f == nil || f.At != "listener" {
		return p.open()
	}
	p.shut()
	return nil
}

// Script sets a function that chooses the fault of each request, or nil for none. Fail has
// precedence. script must not use the platform.
func (p *Platform) Script(script func(call string) *Fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.script = script
}

// open listens unless the platform listens already. The caller must lock p.mu.
func (p *Platform) open() error {
	if p.listener != nil || p.closed {
		return nil
	}
	l, err := p.port.listen()
	if err != nil {
		return err
	}
	p.listener = l
	p.serving.Go(func() { p.accept(l) })
	return nil
}

// closeTimeout bounds the wait for clients to notice the end of their connections.
const closeTimeout = 2 * time.Second

// shut stops listening and closes all connections. It waits until the clients have closed them too,
// because no client may use them later. The caller must lock p.mu. shut unlocks it while it waits.
func (p *Platform) shut() {
	p.refuse()
	for c := range p.conns {
		if tcp, ok := c.(*net.TCPConn); ok {
			_ = tcp.CloseWrite()
		}
	}
	for deadline := time.Now().Add(closeTimeout); len(p.conns) > 0 && time.Now().Before(deadline); {
		p.mu.Unlock()
		time.Sleep(time.Millisecond) // polls real connections
		p.mu.Lock()
	}
	p.drop()
}

// refuse stops listening. The caller must lock p.mu.
func (p *Platform) refuse() {
	if p.listener != nil {
		_ = p.listener.Close()
		p.listener = nil
	}
}

// drop closes all connections. The caller must lock p.mu.
func (p *Platform) drop() {
	for c := range p.conns {
		_ = c.Close()
		delete(p.conns, c)
	}
}

// Close stops the platform and closes its connections.
func (p *Platform) Close() {
	p.mu.Lock()
	if !p.closed {
		close(p.done)
	}
	p.closed = true
	p.refuse()
	p.drop()
	p.mu.Unlock()
	p.serving.Wait()
	p.port.close()
}

func (p *Platform) accept(l net.Listener) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		p.mu.Lock()
		if p.closed || p.listener != l {
			p.mu.Unlock()
			_ = c.Close()
			continue
		}
		p.conns[c] = true
		p.serving.Go(func() {
			p.serve(c)
			_ = c.Close()
			p.mu.Lock()
			delete(p.conns, c)
			p.mu.Unlock()
		})
		p.mu.Unlock()
	}
}

// next counts a request and returns its fault. at is "connection" for an unread request and "" for
// a read one.
func (p *Platform) next(at, call string) *Fault {
	p.mu.Lock()
	defer p.mu.Unlock()
	f := p.fault
	if f == nil && p.script != nil && at == "" {
		return p.script(call)
	}
	if f == nil || (f.At == "connection") != (at == "connection") || !f.concerns(call) {
		return nil
	}
	p.arrived++
	if f.Times > 0 && p.arrived > f.Times || f.Every > 0 && p.arrived%f.Every != 1%f.Every {
		return nil
	}
	return f
}

// port is a TCP port of the loopback interface. The process owns it even without a listener,
// because the platform must be able to refuse connections.
type port struct {
	reservation int // a bound socket that does not listen
	address     string
}

func newPort() (*port, error) {
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("could not reserve a port: %w", err)
	}
	err = syscall.SetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1)
	if err == nil {
		err = syscall.Bind(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}})
	}
	if err != nil {
		_ = syscall.Close(fd)
		return nil, fmt.Errorf("could not reserve a port: %w", err)
	}
	name, err := syscall.Getsockname(fd)
	at, ok := name.(*syscall.SockaddrInet4)
	if err != nil || !ok {
		_ = syscall.Close(fd)
		return nil, fmt.Errorf("could not reserve a port: the socket has no name: %w", err)
	}
	return &port{reservation: fd, address: fmt.Sprintf("127.0.0.1:%d", at.Port)}, nil
}

// listen listens on the port in addition to the reservation.
func (p *port) listen() (net.Listener, error) {
	return (&net.ListenConfig{}).Listen(context.Background(), "tcp4", p.address) // sets SO_REUSEADDR
}

func (p *port) close() { _ = syscall.Close(p.reservation) }

// Unread is the name of unread requests with an unknown call in the counts of a platform.
const Unread = "unread"

type log struct {
	mu       sync.Mutex
	received map[string]int
	executed map[string]int
}

func newLog() log { return log{received: map[string]int{}, executed: map[string]int{}} }

func (l *log) receive(call string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.received[call]++
}

func (l *log) execute(call string) (number int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.executed[call]++
	return l.executed[call]
}

// Received returns the number of requests with this call that reached the platform.
func (p *Platform) Received(call string) int {
	p.log.mu.Lock()
	defer p.log.mu.Unlock()
	return p.log.received[call]
}

// Executed returns the number of executions of this call.
func (p *Platform) Executed(call string) int {
	p.log.mu.Lock()
	defer p.log.mu.Unlock()
	return p.log.executed[call]
}

// Calls returns the number of received requests by call.
func (p *Platform) Calls() map[string]int {
	p.log.mu.Lock()
	defer p.log.mu.Unlock()
	return maps.Clone(p.log.received)
}
