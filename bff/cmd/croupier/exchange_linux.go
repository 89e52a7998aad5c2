package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// exchange puts draft in the place of published in one step, and published into kept.
func exchange(draft, published, kept string) error {
	if err := unix.Renameat2(unix.AT_FDCWD, draft, unix.AT_FDCWD, published, unix.RENAME_EXCHANGE); err != nil {
		return err
	}
	return os.Rename(draft, kept)
}
