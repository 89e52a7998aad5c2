package transport

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestInProcess(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for name, row := range map[string]struct {
		handler http.HandlerFunc
		want    string // status, body and failure
	}{
		"an answer": {func(w http.ResponseWriter, r *http.Request) {
			raw, _ := io.ReadAll(r.Body)
			assert.Equal(t, "ask mock.invalid /endpoint/v1 127.0.0.1:0",
				strings.Join([]string{string(raw), r.Host, r.RequestURI, r.RemoteAddr}, " "))
			w.WriteHeader(http.StatusTeapot)
			_, _ = io.WriteString(w, "body")
		}, "418 I'm a teapot body"},
		"no output": {func(http.ResponseWriter, *http.Request) {}, "200 OK "},
		"an abort":  {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "EOF"},
		"an abort within the body": {
			func(
				w http.ResponseWriter, _ *http.Request,
			) {
				halfOf(w, "")
				panic(http.ErrAbortHandler)
			},
			"200 OK half unexpected EOF",
		},
		"a short body": {
			func(w http.ResponseWriter, _ *http.Request) { halfOf(w, "100") },
			"200 OK half unexpected EOF",
		},
		"a caller that leaves": {func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			cancel()
			<-r.Context().Done()
		}, "context canceled"},
	} {
		of := t.Context()
		if strings.HasPrefix(name, "a caller") {
			of = ctx
		}
		req, err := http.NewRequestWithContext(of, http.MethodPost, InProcessURL, strings.NewReader("ask"))
		require.NoError(t, err)
		resp, err := InProcess(row.handler).RoundTrip(req)
		if err != nil {
			assert.Equal(t, row.want, err.Error(), name)
			continue
		}
		raw, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		got := resp.Status + " " + string(raw)
		if err != nil {
			got += " " + err.Error()
		}
		assert.Equal(t, row.want, got, name)
	}
}

// halfOf writes and sends a part of a body.
func halfOf(w http.ResponseWriter, length string) {
	if length != "" {
		w.Header().Set("Content-Length", length)
	}
	_, _ = io.WriteString(w, "half")
	_ = http.NewResponseController(w).Flush()
}
