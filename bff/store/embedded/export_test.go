package embedded

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// BreakWrites makes every write to the store's file fail until end(true). It replaces the file
// descriptor by a read-only one. Call end(false) if the store is closed by then.
func (s *Store) BreakWrites() (end func(mend bool), err error) {
	path, err := filepath.EvalSymlinks(s.db.Path())
	if err != nil {
		return nil, err
	}
	fds, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return nil, err
	}
	for _, entry := range fds {
		if target, err := os.Readlink("/proc/self/fd/" + entry.Name()); err != nil || target != path {
			continue
		}
		fd, err := strconv.Atoi(entry.Name())
		if err != nil {
			return nil, err
		}
		writable, err := syscall.Dup(fd) // keeps the lock of the file
		if err != nil {
			return nil, err
		}
		readable, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		if err != nil {
			return nil, err
		}
		if err := syscall.Dup3(readable, fd, syscall.O_CLOEXEC); err != nil {
			return nil, err
		}
		return func(mend bool) {
			if mend {
				_ = syscall.Dup3(writable, fd, syscall.O_CLOEXEC)
			}
			_ = syscall.Close(writable)
		}, syscall.Close(readable)
	}
	return nil, fmt.Errorf("break writes: no descriptor of %s", path)
}
