//go:build nomock

package main

// mockCommands is empty: `croupier mock` is not a command of this binary.
type mockCommands struct{}
