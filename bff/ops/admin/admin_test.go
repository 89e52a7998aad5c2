package admin_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/ops/admin"
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
	require.NoError(t, err)
	assert.Equal(t, "hello ayse", out.Greeting)
	assert.EqualError(t, at.Call(t.Context(), "/", request{}, &out), "name is required")
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
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
		{"a body that is too large", "127.0.0.1:5000", "secret", `{"Name":"` + strings.Repeat("a", 32<<20) + `"}`, 400},
		{"a request that fails", "127.0.0.1:5000", "secret", `{}`, 422},
	} {
		got := serve(handler, c.remote, c.token, c.body)
		assert.Equal(t, c.want, got.Code, "%s: %s", c.name, got.Body)
	}
	stream := admin.StreamHandler("secret", func(context.Context, io.Writer) error { t.Error("served"); return nil })
	assert.Equal(t, http.StatusForbidden, serve(stream, "192.0.2.1:5000", "secret", "").Code,
		"a stream to another machine")
}

// serve sends a request from an address with a token.
func serve(handler http.Handler, remote, token, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
	r.RemoteAddr = remote
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	return w
}

func TestAdminFile(t *testing.T) {
	dir := t.TempDir()
	_, ok, err := admin.Find(dir)
	require.NoError(t, err)
	assert.False(t, ok, "in an empty folder")
	want := admin.Endpoint{Address: "127.0.0.1:9090", Token: "secret"}
	require.NoError(t, want.Publish(dir))
	got, ok, err := admin.Find(dir)
	require.NoError(t, err)
	assert.True(t, ok && got == want, "%+v", got)
	info, err := os.Stat(filepath.Join(dir, "admin.json"))
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	for range 2 { // the second finds nothing to remove
		assert.NoError(t, admin.Unpublish(dir))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "admin.json"), []byte("{"), 0o600))
	_, _, err = admin.Find(dir)
	assert.Error(t, err, "a broken file is accepted")
	assert.Error(t, want.Publish(filepath.Join(dir, "missing")), "a missing folder is accepted")
}

func TestStream(t *testing.T) {
	content := strings.Repeat("page", 1<<20)
	for _, c := range []struct {
		name, token, write string
		err                error // of the server, after it has written
		want               string
	}{
		{"a whole response", "secret", content, nil, ""},
		{"a failure before anything is written", "secret", "", errors.New("no mirror"), "no mirror"},
		{"a failure in the middle", "secret", content, errors.New("disk"), "unexpected EOF"},
		{"another token", "other", content, nil, admin.ErrNotRunning.Error()},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := httptest.NewUnstartedServer(admin.StreamHandler("secret",
				func(_ context.Context, w io.Writer) error {
					if c.write == "" {
						return c.err
					}
					_, err := io.WriteString(w, c.write)
					return errors.Join(err, c.err)
				}))
			server.Config.ErrorLog = nil
			server.Start()
			defer server.Close()
			var got strings.Builder
			err := admin.Endpoint{Address: server.Listener.Addr().String(), Token: c.token}.Stream(t.Context(), "/",
				&got)
			if c.want != "" {
				assert.ErrorContains(t, err, c.want)
				return
			}
			require.NoError(t, err)
			assert.True(t, got.String() == c.write, "%d bytes of %d", got.Len(), len(c.write))
		})
	}
}
