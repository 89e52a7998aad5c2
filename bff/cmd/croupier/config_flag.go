package main

import "errors"

// configFlag is the flag of every command that reads the configuration.
type configFlag struct {
	Config configFile `help:"Server file; without it the built-in demo's, where this binary has one." type:"path" placeholder:"FILE"`
}

// configFile is the path of a server file; empty for the demo's.
type configFile string

// Validate requires a path in a binary without the demo's configuration.
func (f configFile) Validate() error {
	if f == "" && demoFiles == nil {
		return errors.New("--config is required: this binary has no built-in demo")
	}
	return nil
}
