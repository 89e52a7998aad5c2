package admin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

const timeout = 10 * time.Second // of one admin request

const maxResponse = 1 << 20 // the maximum size of a response in bytes

// ErrNotRunning means that the server was killed or another program uses its address.
var ErrNotRunning = errors.New("the server is not running")

// Call sends a request and decodes the response. It fails with ErrNotRunning or the server's error.
func (e Endpoint) Call(ctx context.Context, path string, request, out any) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	raw, err := json.Marshal(request)
	if err != nil {
		return err
	}
	response, err := e.send(ctx, path, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	defer response.Body.Close() //nolint:errcheck // only read
	if err := json.NewDecoder(io.LimitReader(response.Body, maxResponse)).Decode(out); err != nil {
		return fmt.Errorf("could not read the response of the server: %w", err)
	}
	return nil
}

// send sends a request with the token and returns a response with status 200. It fails like Call.
func (e Endpoint) send(ctx context.Context, path string, body io.Reader) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+e.Address+path, body)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", bearer+e.Token)
	response, err := (&http.Client{Transport: &http.Transport{Proxy: nil, DisableKeepAlives: true}}).Do(
		r) //nolint:gosec // the address comes from the data directory
	var op *net.OpError
	if errors.As(err, &op) && op.Op == "dial" {
		return nil, ErrNotRunning
	}
	if err != nil {
		return nil, fmt.Errorf("could not send the admin request: %w", err)
	}
	if response.StatusCode == http.StatusOK {
		return response, nil
	}
	defer response.Body.Close() //nolint:errcheck // an error message
	var f failure
	if response.StatusCode == http.StatusForbidden ||
		json.NewDecoder(io.LimitReader(response.Body, maxResponse)).Decode(&f) != nil || f.Error == "" {
		return nil, ErrNotRunning // another server with another token, or another program
	}
	return nil, errors.New(f.Error)
}

// StreamHandler is a Handler for large responses. A late error of do closes the connection.
func StreamHandler(token string, do func(context.Context, io.Writer) error) http.Handler {
	return authorized(token, func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).SetWriteDeadline(time.Time{}) // ignores writers without deadlines
		out := &streamWriter{w: w}
		err := do(r.Context(), out)
		switch {
		case err != nil && !out.written:
			reply(w, http.StatusUnprocessableEntity, failure{Error: err.Error()})
		case err != nil:
			panic(http.ErrAbortHandler)
		}
	})
}

type streamWriter struct {
	w       io.Writer
	written bool
}

func (s *streamWriter) Write(p []byte) (int, error) {
	s.written = true
	return s.w.Write(p)
}

// Stream sends a request to path and writes the response to out. It fails like Call, and with
// io.ErrUnexpectedEOF if the server does not complete the response.
func (e Endpoint) Stream(ctx context.Context, path string, out io.Writer) error {
	response, err := e.send(ctx, path, http.NoBody)
	if err != nil {
		return err
	}
	defer response.Body.Close() //nolint:errcheck // read to its end below
	if _, err := io.Copy(out, response.Body); err != nil {
		return fmt.Errorf("could not read the response of the server: %w", err)
	}
	return nil
}
