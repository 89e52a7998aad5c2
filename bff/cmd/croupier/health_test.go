package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"croupier/bff/admin"
)

func TestHealth(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/readyz" {
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = w.Write([]byte("draining\n"))
			return
		}
		_, _ = w.Write([]byte("ok\n"))
	}))
	defer server.Close()
	running, empty := t.TempDir(), t.TempDir()
	if err := (admin.Endpoint{Public: server.URL}).Publish(running); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		args string
		code int
		want string
	}{
		{"a server that runs", "--data-dir " + running, exitOK, "ok\n"},
		{"one that is not ready", "--ready --data-dir " + running, exitFailure, "answers 503 draining"},
		{"the address of a running server comes first", "--listen 127.0.0.1:1 --data-dir " + running, exitOK, "ok\n"},
		{"no server", "--listen 127.0.0.1:1 --data-dir " + empty, exitFailure, "connection refused"},
		{"no server within the wait", "--wait 150ms --listen 0.0.0.0:1 --data-dir " + empty, exitFailure, "127.0.0.1:1"},
		{"an address without port", "--listen localhost --data-dir " + empty, exitFailure, "missing port"},
		{"a server without TLS where there is TLS", "--listen " + strings.TrimPrefix(server.URL, "https://") + " --data-dir " + empty, exitFailure, "answers 400"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errOut := runCommand(t, append([]string{"health"}, strings.Fields(c.args)...)...)
			if code != c.code || !strings.Contains(out+errOut, c.want) {
				t.Errorf("status %d, want %d; output:\n%s%s", code, c.code, out, errOut)
			}
		})
	}
}
