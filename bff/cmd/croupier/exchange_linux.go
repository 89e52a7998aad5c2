package main

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// exchange moves draft to published atomically, and published to kept. File systems that cannot
// exchange directories, such as NFS, need two steps.
func exchange(draft, published, kept string) error {
	err := unix.Renameat2(unix.AT_FDCWD, draft, unix.AT_FDCWD, published, unix.RENAME_EXCHANGE)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) {
		return replaceFolder(draft, published, kept)
	}
	if err != nil {
		return err
	}
	return os.Rename(draft, kept)
}
