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

// timeout bounds one admin request.
const timeout = 10 * time.Second

// maxResponse is the maximum size of a response in bytes.
const maxResponse = 1 << 20

// ErrNotRunning means that no server answers at an Endpoint: it was killed and left its admin
// file behind, or another program uses the address now.
var ErrNotRunning = errors.New("no server answers")

// Call sends a request to path and decodes the response into out. It fails with ErrNotRunning
// where no server with this token answers, or with the server's error message.
func (e Endpoint) Call(ctx context.Context, path string, request, out any) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	raw, err := json.Marshal(request)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+e.Address+path, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	response, err := e.send(r)
	if err != nil {
		return err
	}
	defer response.Body.Close() //nolint:errcheck // the body is read to its end
	raw, err = io.ReadAll(io.LimitReader(response.Body, maxResponse))
	if err != nil {
		return fmt.Errorf("admin request: %w", err)
	}
	switch response.StatusCode {
	case http.StatusOK:
		return json.Unmarshal(raw, out)
	case http.StatusForbidden:
		return ErrNotRunning // another server, with another token
	}
	var f failure
	if json.Unmarshal(raw, &f) != nil || f.Error == "" {
		return ErrNotRunning // another program uses the address
	}
	return errors.New(f.Error)
}

// send sends a request with the token. It fails with ErrNotRunning where nothing listens.
func (e Endpoint) send(r *http.Request) (*http.Response, error) {
	r.Header.Set("Authorization", bearer+e.Token)
	response, err := (&http.Client{Transport: &http.Transport{Proxy: nil, DisableKeepAlives: true}}).Do(r) //nolint:gosec // the address is that of the data folder's file
	var op *net.OpError
	if errors.As(err, &op) && op.Op == "dial" {
		return nil, ErrNotRunning
	}
	if err != nil {
		return nil, fmt.Errorf("admin request: %w", err)
	}
	return response, nil
}
