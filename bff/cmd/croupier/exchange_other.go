//go:build !linux

package main

// exchange moves draft to published and published to kept. Only Linux can do this atomically.
func exchange(draft, published, kept string) error { return replaceFolder(draft, published, kept) }
