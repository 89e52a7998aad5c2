//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package transport

import "syscall"

// isIdle reports whether the other side has neither closed a connection nor sent anything on it. It asks the system, and
// does not wait.
func isIdle(conn syscall.RawConn) bool {
	idle := false
	err := conn.Read(func(fd uintptr) bool {
		var b [1]byte
		_, _, err := syscall.Recvfrom(int(fd), b[:], syscall.MSG_PEEK)
		idle = err == syscall.EAGAIN
		return true
	})
	return err == nil && idle
}
