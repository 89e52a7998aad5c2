package e2e

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
)

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
		return nil, fmt.Errorf("open stream %s: status %d", path, resp.StatusCode)
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

// WaitFor waits for an event with that name and returns its data; empty if the stream ended.
func (s *Stream) WaitFor(name string) string {
	for s.Lines.Scan() {
		if s.Lines.Text() == "event: "+name && s.Lines.Scan() {
			return strings.TrimPrefix(s.Lines.Text(), "data: ")
		}
	}
	return ""
}
