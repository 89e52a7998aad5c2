//go:build !linux

package main

// exchange puts draft in the place of published, and published into kept. Only Linux has one step
// for it.
func exchange(draft, published, kept string) error { return replaceFolder(draft, published, kept) }
