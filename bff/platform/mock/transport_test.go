package mock

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/test/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

func post(ctx context.Context, t *testing.T, h http.HandlerFunc) (*http.Response, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, URL, strings.NewReader("ask"))
	require.NoError(t, err)
	return (&Transport{Handler: h}).RoundTrip(req)
}

// posted returns a response, its body, and the error of either.
func posted(ctx context.Context, t *testing.T, h http.HandlerFunc) (resp *http.Response, body string, err error) {
	t.Helper()
	resp, err = post(ctx, t, h)
	require.NoError(t, err)
	raw, err := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	return resp, string(raw), err
}

func TestHandlerReceivesServerRequest(t *testing.T) {
	resp, got, err := posted(t.Context(), t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		assert.True(t, string(body) == "ask" && r.RequestURI == "/endpoint/v1" && r.RemoteAddr != "" && r.Host == "mock.invalid",
			"body %q, %+v", body, r)
		w.Header().Set("X-A", "1")
		w.WriteHeader(http.StatusTeapot)
		w.WriteHeader(http.StatusOK)
		w.Header().Set("X-B", "too late")
		_, _ = io.WriteString(w, "body")
	})
	assert.True(t, err == nil && got == "body" && resp.StatusCode == http.StatusTeapot, "%q, %v, %d", got, err, resp.StatusCode)
	assert.True(t, resp.Header.Get("X-A") == "1" && resp.Header.Get("X-B") == "", "headers %v", resp.Header)
}

func TestHandlerWithoutOutputAnswers200(t *testing.T) {
	resp, body, err := posted(t.Context(), t, func(http.ResponseWriter, *http.Request) {})
	assert.True(t, err == nil && len(body) == 0 && resp.StatusCode == http.StatusOK, "%q, %v, %d", body, err, resp.StatusCode)
}

func TestPanicResetsConnection(t *testing.T) {
	for _, with := range []any{http.ErrAbortHandler, "a defect"} {
		_, err := post(t.Context(), t, func(http.ResponseWriter, *http.Request) { panic(with) })
		assert.ErrorIs(t, err, syscall.ECONNRESET, "%v before the answer", with)
		_, body, err := posted(t.Context(), t, func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "half")
			panic(with)
		})
		assert.True(t, body == "half" && errors.Is(err, syscall.ECONNRESET), "%v within the answer: %q, %v", with, body, err)
	}
}

func TestShortBodyIsTruncated(t *testing.T) {
	_, _, err := posted(t.Context(), t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		_, _ = io.WriteString(w, "half")
	})
	assert.ErrorIs(t, err, io.ErrUnexpectedEOF)
}

func TestContextEndsHangingHandler(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	_, err := post(ctx, t, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	})
	assert.ErrorIs(t, err, context.Canceled, "before the answer")

	ctx, cancel = context.WithCancel(t.Context())
	_, _, err = posted(ctx, t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "half")
		cancel()
		<-r.Context().Done()
	})
	assert.ErrorIs(t, err, context.Canceled, "within the answer")
}

func TestCloseEndsEndlessHandler(t *testing.T) {
	ended := make(chan error, 1)
	resp, err := post(t.Context(), t, func(w http.ResponseWriter, r *http.Request) {
		var err error
		for err == nil {
			_, err = io.WriteString(w, "more")
		}
		<-r.Context().Done()
		ended <- err
	})
	require.NoError(t, err)
	_, _ = resp.Body.Read(make([]byte, 4))
	_ = resp.Body.Close()
	assert.Error(t, <-ended, "writing went on")
}
