package realredis

import (
	"math/rand/v2"
	"net"
	"strconv"
	"testing"
)

// Ports are taken from below those that a system lends to whoever asks for any port: nobody
// is given one of them before its server has started, or while a test has it down.
const (
	lowest  = 20_000
	highest = 32_000
)

// reserve finds a port that nobody uses, and keeps other tests off it until this one ends.
func reserve(t testing.TB) int {
	t.Helper()
	for range 1000 {
		port := lowest + rand.IntN(highest-lowest) //nolint:gosec // any will do
		if held(t, net.JoinHostPort("127.0.0.1", strconv.Itoa(port))) {
			return port
		}
	}
	t.Fatalf("no port from %d to %d is free", lowest, highest)
	return 0
}

// held tells whether an address is free, and is now this test's. The sign of that, for tests
// of other processes too, is UDP's port of the same number.
func held(t testing.TB, address string) bool {
	t.Helper()
	sign, err := net.ListenPacket("udp", address) //nolint:noctx // local
	if err != nil {
		return false
	}
	l, err := net.Listen("tcp", address) //nolint:noctx // local
	if err != nil {
		_ = sign.Close()
		return false
	}
	_ = l.Close()
	t.Cleanup(func() { _ = sign.Close() })
	return true
}
