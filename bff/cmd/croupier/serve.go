package main

import (
	"errors"
	"net"

	"croupier/bff/cmd/croupier/app"
	"croupier/bff/config"
)

// configFlag is the flag of every command that reads the configuration.
type configFlag struct {
	Config configFile `type:"path" placeholder:"FILE"`
}

// configFile is the path of a server file, or empty for the demo.
type configFile string

// Validate requires a path in a binary without the demo.
func (f configFile) Validate() error {
	if f == "" && !app.HasDemo() {
		return errors.New("--config is required, because this binary has no built-in demo")
	}
	return nil
}

// source returns the configuration and rejects unknown variables.
func (f configFlag) source(w commandContext, env config.Environment) config.Source {
	s := app.Source(string(f.Config), env)
	s.Variables = w.variables
	return s
}

type serveCmd struct {
	configFlag
	Listen       string `help:"Address of the listener for players. Overrides the server file." placeholder:"ADDR"`
	AdminListen  string `placeholder:"ADDR"`
	DataDir      string `help:"Data directory. Overrides the server file." type:"path" placeholder:"DIR"`
	DiscardStore bool
	DevSite      string `placeholder:"URL"`
}

func (c *serveCmd) Run(w commandContext) error {
	values := map[string]string{
		"CROUPIER_LISTEN": c.Listen, "CROUPIER_ADMIN_LISTEN": c.AdminListen, "CROUPIER_DATA_DIR": c.DataDir,
	}
	err := app.Serve(w.ctx, app.Options{
		Source: c.source(w, app.Override(w.env, values)), Log: w.errOut, Version: version,
		DiscardStore: c.DiscardStore, DevSite: c.DevSite,
	})
	return app.NameFlags(err, values)
}

// serverFlags select the server of a command.
type serverFlags struct {
	configFlag
	DataDir string `help:"Data directory of the server. Overrides the server file." type:"path" placeholder:"DIR"`
}

func (f *serverFlags) load(w commandContext) (*config.Config, error) {
	return app.LoadServer(string(f.Config), f.DataDir, w.env)
}

// siteURL returns the address of a site. It has the port of the listener, unless a proxy terminates
// TLS.
func siteURL(conf *config.Config, host string, secure bool) string {
	_, port, _ := net.SplitHostPort(conf.Server.Listen) // valid, because the configuration was loaded
	scheme, usual := "http://", "80"
	if secure {
		scheme, usual = "https://", "443"
	}
	if port == usual || secure && !conf.Server.TLS.Enabled() {
		return scheme + host
	}
	return scheme + net.JoinHostPort(host, port)
}

// operator returns the name of the user for the audit log.
func operator(env config.Environment) string {
	if user, ok := env("USER"); ok && user != "" {
		return "command line (" + user + ")"
	}
	return "command line"
}
