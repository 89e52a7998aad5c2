// Package admin implements the protocol between the command line and a running server. JSON
// requests go over the admin listener, only from the local machine. The server writes the token
// that authorizes them into its data directory. Other packages implement the requests.
package admin

import (
	"bytes"
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"time"

	"croupier/bff/internal/durable"
)

const bearer = "Bearer "

const maxRequest = 32 << 20 // the maximum size of a request in bytes, for pictures of brands

// Handler serves local admin requests with the token. It sends errors of do to the client.
func Handler[Q, R any](token string, do func(context.Context, Q) (R, error)) http.Handler {
	return authorized(token, func(w http.ResponseWriter, r *http.Request) {
		var q Q
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxRequest)).Decode(&q); err != nil {
			reply(w, http.StatusBadRequest, failure{Error: err.Error()})
			return
		}
		out, err := do(r.Context(), q)
		if err != nil {
			reply(w, http.StatusUnprocessableEntity, failure{Error: err.Error()})
			return
		}
		reply(w, http.StatusOK, out)
	})
}

func authorized(token string, do http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given := strings.TrimPrefix(r.Header.Get("Authorization"), bearer)
		if !isLoopback(r.RemoteAddr) || subtle.ConstantTimeCompare([]byte(given), []byte(token)) != 1 {
			reply(w, http.StatusForbidden,
				failure{"admin requests need a loopback address and the token of the data directory"})
			return
		}
		do(w, r)
	})
}

type failure struct {
	Error string `json:"error"`
}

func reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // fails only if the client has disconnected
}

func isLoopback(remote string) bool {
	a, err := netip.ParseAddrPort(remote)
	return err == nil && a.Addr().Unmap().IsLoopback()
}

const fileName = "admin.json" // the name of the admin file in the data directory

// Endpoint is the content of the admin file, with which the command line reaches a running server.
type Endpoint struct {
	Address string `json:"address"` // host:port of the admin listener
	Token   string `json:"token"`   // bearer token of admin requests
	Public  string `json:"public"`  // URL of the public listener for clients on this machine
}

// Publish atomically writes the admin file into the data directory, readable only by this user.
func (e Endpoint) Publish(dataDir string) error {
	if err := durable.ReplaceJSON(filepath.Join(dataDir, fileName), e); err != nil {
		return fmt.Errorf("could not write the admin file: %w", err)
	}
	return nil
}

// Unpublish removes the admin file of a data directory. A missing file is not an error.
func Unpublish(dataDir string) error {
	if err := os.Remove(filepath.Join(dataDir, fileName)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Find reads the admin file of a data directory. If there is none, ok is false.
func Find(dataDir string) (e Endpoint, ok bool, err error) {
	raw, err := os.ReadFile(filepath.Join(dataDir, fileName)) //nolint:gosec // the operator sets the directory
	if errors.Is(err, fs.ErrNotExist) {
		return Endpoint{}, false, nil
	}
	if err == nil {
		err = json.Unmarshal(raw, &e)
	}
	if err != nil {
		return Endpoint{}, false, fmt.Errorf("could not read the admin file: %w", err)
	}
	return e, true, nil
}

const timeout = time.Minute // of one admin request, enough to verify a full audit log on a slow machine

const maxResponse = 32 << 20 // the maximum size of a response in bytes

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
