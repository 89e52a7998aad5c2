package admin

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"net/http"
	"net/netip"
	"strings"
)

// bearer precedes the token in the Authorization header.
const bearer = "Bearer "

// maxRequest is the maximum size of a request in bytes.
const maxRequest = 1 << 16

// Handler serves POST requests of type Q with do. It refuses requests of other machines and
// requests without the token. Errors of do are sent to the client.
func Handler[Q, R any](token string, do func(context.Context, Q) (R, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !authorized(r, token) {
			reply(w, http.StatusForbidden, failure{Error: refusal})
			return
		}
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

const refusal = "admin requests need a loopback address and the token of the data folder"

// authorized reports whether a request comes from this machine with the token.
func authorized(r *http.Request, token string) bool {
	given := strings.TrimPrefix(r.Header.Get("Authorization"), bearer)
	return isLoopback(r.RemoteAddr) && subtle.ConstantTimeCompare([]byte(given), []byte(token)) == 1
}

// failure is the body of an error response.
type failure struct {
	Error string `json:"error"`
}

func reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // a client that has gone needs no response
}

func isLoopback(remote string) bool {
	a, err := netip.ParseAddrPort(remote)
	return err == nil && a.Addr().Unmap().IsLoopback()
}
