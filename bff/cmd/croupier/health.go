package main

import (
	"cmp"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"croupier/bff/config"
	"croupier/bff/ops/admin"
)

// healthCmd checks the health of the local server, also in container images without other programs.
type healthCmd struct {
	DataDir string `env:"CROUPIER_DATA_DIR" type:"path" placeholder:"DIR"`
	Listen  string `env:"CROUPIER_LISTEN" placeholder:"ADDR"`
	Ready   bool
	Wait    time.Duration `help:"How long to wait for a healthy server." default:"0s" placeholder:"DURATION"`
}

// Run prints the response. It fails if no response with status 200 arrives within the wait.
func (c *healthCmd) Run(w commandContext) error {
	for end := time.Now().Add(c.Wait); ; {
		text, err := c.ask(w)
		if err == nil {
			return w.printf("%s\n", text)
		}
		if !time.Now().Before(end) {
			return fmt.Errorf("server is not healthy: %w", err)
		}
		select {
		case <-w.ctx.Done():
			return w.ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func (c *healthCmd) ask(w commandContext) (string, error) {
	url, err := c.url(w.env)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(w.ctx, 2*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	client := &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		// The certificate of the server does not name this local address.
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, //nolint:gosec // nothing secret is sent or believed
	}}
	response, err := client.Do(r)
	if err != nil {
		return "", err
	}
	defer response.Body.Close() //nolint:errcheck // read below
	body, err := io.ReadAll(io.LimitReader(response.Body, 4<<10))
	text := strings.TrimSpace(string(body))
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s responded with %d %s", url, response.StatusCode, text)
	}
	return text, err
}

// url returns the URL of the running server that the data directory names, or of the given address.
func (c *healthCmd) url(env config.Environment) (string, error) {
	path := "/healthz"
	if c.Ready {
		path = "/readyz"
	}
	dir := c.DataDir
	if dir == "" {
		dir, _ = config.DefaultDataDir(env) // without a directory, use the address
	}
	if dir != "" {
		endpoint, _, err := admin.Find(dir)
		if err != nil {
			return "", err
		}
		if endpoint.Public != "" {
			return endpoint.Public + path, nil
		}
	}
	// A server with a full disk has no admin file.
	host, port, err := net.SplitHostPort(cmp.Or(c.Listen, config.DefaultListen))
	if err != nil {
		return "", fmt.Errorf("--listen: %w", err)
	}
	if host == "" || host == "0.0.0.0" || host == "::" {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port) + path, nil
}
