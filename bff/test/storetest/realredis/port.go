package realredis

import (
	"math/rand/v2"
	"net"
	"strconv"
	"testing"
)

// Ports are taken from below the ephemeral range of common systems, so that no other process is
// assigned one before its server has started or while a test has the server down.
const (
	minPort = 20_000
	maxPort = 32_000
)

// reservePort returns a free port and keeps other tests off it until this test ends.
func reservePort(t testing.TB) int {
	t.Helper()
	for range 1000 {
		port := minPort + rand.IntN(maxPort-minPort) //nolint:gosec // need not be unpredictable
		if tryReserve(t, net.JoinHostPort("127.0.0.1", strconv.Itoa(port))) {
			return port
		}
	}
	t.Fatalf("reserve port: none from %d to %d is free", minPort, maxPort)
	return 0
}

// tryReserve reports whether address is free, and reserves it for this test if so. The reservation
// is an open UDP socket with the same port number, which tests of other processes see as well.
func tryReserve(t testing.TB, address string) bool {
	t.Helper()
	reservation, err := net.ListenPacket("udp", address) //nolint:noctx // local
	if err != nil {
		return false
	}
	l, err := net.Listen("tcp", address) //nolint:noctx // local
	if err != nil {
		_ = reservation.Close()
		return false
	}
	_ = l.Close()
	t.Cleanup(func() { _ = reservation.Close() })
	return true
}
