package platform

import (
	"context"
	"fmt"
	"net"
	"syscall"
)

// port is a TCP port of the loopback interface that belongs to this process whether it listens or
// not, so that connections can be refused for a while.
type port struct {
	reservation int // a bound socket that does not listen
	address     string
}

// newPort reserves a free port.
func newPort() (*port, error) {
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("reserve port: %w", err)
	}
	err = syscall.SetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1)
	if err == nil {
		err = syscall.Bind(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}})
	}
	if err != nil {
		_ = syscall.Close(fd)
		return nil, fmt.Errorf("reserve port: %w", err)
	}
	name, err := syscall.Getsockname(fd)
	at, ok := name.(*syscall.SockaddrInet4)
	if err != nil || !ok {
		_ = syscall.Close(fd)
		return nil, fmt.Errorf("reserve port: name of the socket: %w", err)
	}
	return &port{reservation: fd, address: fmt.Sprintf("127.0.0.1:%d", at.Port)}, nil
}

// listen listens on the port, beside the reservation.
func (p *port) listen() (net.Listener, error) {
	return (&net.ListenConfig{}).Listen(context.Background(), "tcp4", p.address) // sets SO_REUSEADDR
}

func (p *port) close() { _ = syscall.Close(p.reservation) }
