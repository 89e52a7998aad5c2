package main

import (
	"errors"
	"fmt"
)

// configFlag is the flag of every command that reads the configuration.
type configFlag struct {
	Config string `help:"${config_help}" type:"path" placeholder:"FILE"`
}

// errNoDemo is a usage error: the exit status is 2.
var errNoDemo = errors.New("--config is required: this binary has no built-in demo")

// Validate requires the flag in a binary without the demo's configuration.
func (c configFlag) Validate() error {
	if c.Config == "" && demoFiles == nil {
		return errNoDemo
	}
	return nil
}

// configHelp is the help text of the flag.
func configHelp() string {
	if demoFiles == nil {
		return "Server file (required)."
	}
	return fmt.Sprintf("Server file; default: the built-in demo's %s.", demoFile)
}
