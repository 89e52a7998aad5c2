package admin_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff/admin"
)

func TestStream(t *testing.T) {
	content := strings.Repeat("page", 1<<20)
	for _, c := range []struct {
		name  string
		token string
		write string
		err   error // of the server, after it has written
		want  string
	}{
		{"a whole response", "secret", content, nil, ""},
		{"a failure before anything is written", "secret", "", errors.New("no mirror"), "no mirror"},
		{"a failure in the middle", "secret", content, errors.New("disk"), "unexpected EOF"},
		{"another token", "other", content, nil, admin.ErrNotRunning.Error()},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := httptest.NewUnstartedServer(admin.StreamHandler("secret", func(_ context.Context, w io.Writer) error {
				if c.write != "" {
					if _, err := io.WriteString(w, c.write); err != nil {
						return fmt.Errorf("write: %w", err)
					}
				}
				return c.err
			}))
			server.Config.ErrorLog = nil
			server.Start()
			defer server.Close()
			var got strings.Builder
			err := admin.Endpoint{Address: server.Listener.Addr().String(), Token: c.token}.Stream(t.Context(), "/", &got)
			if c.want == "" && (err != nil || got.String() != c.write) {
				t.Errorf("%v, %d bytes of %d", err, got.Len(), len(c.write))
			}
			if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func TestStreamHandlerRefusesOtherMachines(t *testing.T) {
	r := httptest.NewRequest(http.MethodPost, "/", http.NoBody)
	r.RemoteAddr = "192.0.2.1:5000"
	r.Header.Set("Authorization", "Bearer secret")
	w := httptest.NewRecorder()
	admin.StreamHandler("secret", func(context.Context, io.Writer) error { t.Error("served"); return nil }).ServeHTTP(w, r)
	assert.Equal(t, http.StatusForbidden, w.Code, "status")
}
