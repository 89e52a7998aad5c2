package e2e

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"strings"
)

// Client is an HTTP client of one host of the gateway. It has a cookie jar and a mock world.
type Client struct {
	address, host, world string
	http                 *http.Client
}

// NewClient returns a client without cookies that connects to address.
func NewClient(address, host, world string) *Client {
	jar, _ := cookiejar.New(nil) // cannot fail without options
	return &Client{address: address, host: host, world: world, http: &http.Client{Jar: jar}}
}

// WithAddress returns a client that connects to address and shares the cookie jar of c.
func (c *Client) WithAddress(address string) *Client {
	other := *c
	other.address = address
	return &other
}

// Call posts the envelope of class/method and returns the status, headers and body.
func (c *Client) Call(call string, data map[string]any, header map[string]string) (int, http.Header, []byte, error) {
	body, err := envelopeOf(call, data)
	if err != nil {
		return 0, nil, nil, err
	}
	all := map[string]string{"Content-Type": "application/json", "panel": "frontend"}
	maps.Copy(all, header)
	return c.Do(http.MethodPost, "/endpoint/v1", body, all)
}

func envelopeOf(call string, data map[string]any) ([]byte, error) {
	class, method, _ := strings.Cut(call, "/")
	if data == nil {
		data = map[string]any{}
	}
	return json.Marshal(map[string]any{"api": map[string]string{"class": class, "method": method}, "data": data})
}

// Do sends a request and returns the status, headers and body.
func (c *Client) Do(method, path string, body []byte, header map[string]string) (int, http.Header, []byte, error) {
	r, err := http.NewRequest(method, "http://"+c.address+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, nil, err
	}
	r.Host = c.host
	if c.world != "" {
		r.Header.Set("X-Mock-World", c.world)
	}
	for k, v := range header {
		r.Header.Set(k, v)
	}
	resp, err := c.http.Do(r)
	if err != nil {
		return 0, nil, nil, err
	}
	defer resp.Body.Close() //nolint:errcheck // read to EOF
	raw, err := io.ReadAll(resp.Body)
	return resp.StatusCode, resp.Header, raw, err
}

// Stream is an open event stream.
type Stream struct {
	Lines *bufio.Scanner
	body  io.Closer
}

// Stream opens the event stream at path. It ends with ctx.
func (c *Client) Stream(ctx context.Context, path string, header map[string]string) (*Stream, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+c.address+path, nil)
	if err != nil {
		return nil, err
	}
	r.Host = c.host
	for k, v := range header {
		r.Header.Set(k, v)
	}
	resp, err := c.http.Do(r)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		_ = resp.Body.Close()
		return nil, fmt.Errorf("could not open stream %s: status %d", path, resp.StatusCode)
	}
	return &Stream{bufio.NewScanner(resp.Body), resp.Body}, nil
}

// Close ends the stream.
func (s *Stream) Close() { _ = s.body.Close() }

// WaitUntil reads events until done returns true, or the stream ends.
func (s *Stream) WaitUntil(done func(name, data string) bool) {
	for s.Lines.Scan() {
		name, isEvent := strings.CutPrefix(s.Lines.Text(), "event: ")
		if isEvent && s.Lines.Scan() && done(name, strings.TrimPrefix(s.Lines.Text(), "data: ")) {
			return
		}
	}
}

// WaitFor waits for an event with that name and returns its data, or "" if the stream ended.
func (s *Stream) WaitFor(name string) string {
	for s.Lines.Scan() {
		if s.Lines.Text() == "event: "+name && s.Lines.Scan() {
			return strings.TrimPrefix(s.Lines.Text(), "data: ")
		}
	}
	return ""
}
