package admin_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/admin"
)

type request struct{ Name string }

type response struct{ Greeting string }

func greet(_ context.Context, q request) (response, error) {
	if q.Name == "" {
		return response{}, errors.New("name is required")
	}
	return response{"hello " + q.Name}, nil
}

func TestRequestReachesTheServer(t *testing.T) {
	server := httptest.NewServer(admin.Handler("secret", greet))
	defer server.Close()
	at := admin.Endpoint{Address: server.Listener.Addr().String(), Token: "secret"}

	var out response
	err := at.Call(t.Context(), "/", request{"ayse"}, &out)
	assert.True(t, err == nil && out.Greeting == "hello ayse", "got %+v, %v", out, err)
	err = at.Call(t.Context(), "/", request{}, &out)
	assert.True(t, err != nil && err.Error() == "name is required", "error of the server: %v", err)
}

func TestCallWithoutItsServer(t *testing.T) {
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	server := httptest.NewServer(admin.Handler("secret", greet))
	defer server.Close()
	closed, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	_ = closed.Close()
	for name, at := range map[string]admin.Endpoint{
		"no listener":     {Address: closed.Addr().String(), Token: "secret"},
		"another program": {Address: other.Listener.Addr().String(), Token: "secret"},
		"another server":  {Address: server.Listener.Addr().String(), Token: "other"},
	} {
		assert.ErrorIs(t, at.Call(t.Context(), "/", request{"ayse"}, new(response)), admin.ErrNotRunning, name)
	}
}

func TestHandlerRefuses(t *testing.T) {
	handler := admin.Handler("secret", greet)
	for _, c := range []struct {
		name, remote, token, body string
		want                      int
	}{
		{"a valid request", "127.0.0.1:5000", "secret", `{"Name":"ayse"}`, 200},
		{"over IPv6 loopback", "[::1]:5000", "secret", `{"Name":"ayse"}`, 200},
		{"another machine", "192.0.2.1:5000", "secret", `{"Name":"ayse"}`, 403},
		{"a wrong token", "127.0.0.1:5000", "secre", `{"Name":"ayse"}`, 403},
		{"no token", "127.0.0.1:5000", "", `{"Name":"ayse"}`, 403},
		{"a body that is not JSON", "127.0.0.1:5000", "secret", `{`, 400},
		{"a body that is too large", "127.0.0.1:5000", "secret", `{"Name":"` + strings.Repeat("a", 1<<16) + `"}`, 400},
		{"a request that fails", "127.0.0.1:5000", "secret", `{}`, 422},
	} {
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(c.body))
		r.RemoteAddr = c.remote
		if c.token != "" {
			r.Header.Set("Authorization", "Bearer "+c.token)
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		assert.Equal(t, c.want, w.Code, "%s: %d, want %d: %s", c.name, w.Code, c.want, w.Body)
	}
}

func TestAdminFile(t *testing.T) {
	dir := t.TempDir()
	if _, ok, err := admin.Find(dir); ok || err != nil {
		t.Errorf("empty folder: %v, %v", ok, err)
	}
	want := admin.Endpoint{Address: "127.0.0.1:9090", Token: "secret"}
	require.NoError(t, want.Publish(dir))
	if got, ok, err := admin.Find(dir); !ok || err != nil || got != want {
		t.Errorf("got %+v, %v, %v", got, ok, err)
	}
	if info, err := os.Stat(filepath.Join(dir, "admin.json")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	for range 2 { // the second finds nothing to remove
		assert.NoError(t, admin.Unpublish(dir))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "admin.json"), []byte("{"), 0o600))
	if _, _, err := admin.Find(dir); err == nil {
		t.Error("a broken file is accepted")
	}
	assert.Error(t, want.Publish(filepath.Join(dir, "missing")), "a missing folder is accepted")
}
