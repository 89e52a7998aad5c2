package e2e

import (
	"bytes"
	"encoding/json"
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

// envelopeOf returns the envelope of class/method.
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
