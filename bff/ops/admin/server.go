// Package admin implements the protocol between the command line and a running server. JSON
// requests go over the admin listener, only from the local machine. The server writes the token
// that authorizes them into its data directory. Other packages implement the requests.
package admin

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strings"

	"croupier/bff/internal/durable"
)

const bearer = "Bearer "

const maxRequest = 1 << 16 // the maximum size of a request in bytes

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
	err := os.Remove(filepath.Join(dataDir, fileName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
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
