//go:build !linux

package main

import "os"

// exchange puts draft in the place of published, and published into kept. Systems without an atomic exchange have a
// moment without the folder, in which a reload keeps the configuration that is in force.
func exchange(draft, published, kept string) error {
	if err := os.Rename(published, kept); err != nil {
		return err
	}
	return os.Rename(draft, published)
}
