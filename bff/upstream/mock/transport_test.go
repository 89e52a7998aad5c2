package mock

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"croupier/bff/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

func post(ctx context.Context, t *testing.T, h http.HandlerFunc) (*http.Response, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, URL, strings.NewReader("ask"))
	if err != nil {
		t.Fatal(err)
	}
	return (&Transport{Handler: h}).RoundTrip(req)
}

// posted returns a response, its body, and the error of either.
func posted(ctx context.Context, t *testing.T, h http.HandlerFunc) (resp *http.Response, body string, err error) {
	t.Helper()
	if resp, err = post(ctx, t, h); err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	return resp, string(raw), err
}

func TestHandlerReceivesServerRequest(t *testing.T) {
	resp, got, err := posted(t.Context(), t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if string(body) != "ask" || r.RequestURI != "/endpoint/v1" || r.RemoteAddr == "" || r.Host != "mock.invalid" {
			t.Errorf("body %q, %+v", body, r)
		}
		w.Header().Set("X-A", "1")
		w.WriteHeader(http.StatusTeapot)
		w.WriteHeader(http.StatusOK)
		w.Header().Set("X-B", "too late")
		_, _ = io.WriteString(w, "body")
	})
	if err != nil || got != "body" || resp.StatusCode != http.StatusTeapot {
		t.Errorf("%q, %v, %d", got, err, resp.StatusCode)
	}
	if resp.Header.Get("X-A") != "1" || resp.Header.Get("X-B") != "" {
		t.Errorf("headers %v", resp.Header)
	}
}

func TestHandlerWithoutOutputAnswers200(t *testing.T) {
	resp, body, err := posted(t.Context(), t, func(http.ResponseWriter, *http.Request) {})
	if err != nil || len(body) != 0 || resp.StatusCode != http.StatusOK {
		t.Errorf("%q, %v, %d", body, err, resp.StatusCode)
	}
}

func TestPanicResetsConnection(t *testing.T) {
	for _, with := range []any{http.ErrAbortHandler, "a defect"} {
		_, err := post(t.Context(), t, func(http.ResponseWriter, *http.Request) { panic(with) })
		if !errors.Is(err, syscall.ECONNRESET) {
			t.Errorf("%v before the answer: %v", with, err)
		}
		_, body, err := posted(t.Context(), t, func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "half")
			panic(with)
		})
		if body != "half" || !errors.Is(err, syscall.ECONNRESET) {
			t.Errorf("%v within the answer: %q, %v", with, body, err)
		}
	}
}

func TestShortBodyIsTruncated(t *testing.T) {
	_, _, err := posted(t.Context(), t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		_, _ = io.WriteString(w, "half")
	})
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got %v", err)
	}
}

func TestContextEndsHangingHandler(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	_, err := post(ctx, t, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("before the answer: %v", err)
	}

	ctx, cancel = context.WithCancel(t.Context())
	_, _, err = posted(ctx, t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "half")
		cancel()
		<-r.Context().Done()
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("within the answer: %v", err)
	}
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
	if err != nil {
		t.Fatal(err)
	}
	_, _ = resp.Body.Read(make([]byte, 4))
	_ = resp.Body.Close()
	if err := <-ended; err == nil {
		t.Error("writing went on")
	}
}
