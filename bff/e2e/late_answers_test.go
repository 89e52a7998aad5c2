package e2e_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"testing"

	"croupier/bff/e2e"
)

// A player logs in again in the same browser while a call of the session before is with the platform.
// The platform then refuses that call, as it knows the session no more: the new session stays.
func TestLateRefusalKeepsTheNextSession(t *testing.T) {
	t.Parallel()
	mock := start(t, nil, "mock", "--listen", "127.0.0.1:0")
	held, release := make(chan struct{}), make(chan struct{})
	proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: mock.Address})
	platform := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		if bytes.Contains(body, []byte(`"get_user_profile"`)) {
			close(held)
			<-release
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"result":false,"message":"Oturum Süresi Doldu","code":403,"debug":"anonymous user"}`)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(platform.Close)
	gateway := startServer(t, inFrontOf(platform.Listener.Addr().String()), t.TempDir())
	v := visitor{gateway.Address, "localhost", ""}
	before := v.login(t, "", "demo", "Demo123")

	type response struct {
		cookies []*http.Cookie
		err     error
	}
	late := make(chan response, 1)
	go func() {
		_, h, _, err := e2e.NewClient(v.address, v.host, "").Call("user/get_user_profile", nil, map[string]string{"Cookie": "croupier=" + before})
		late <- response{(&http.Response{Header: h}).Cookies(), err}
	}()
	<-held
	next := v.login(t, before, "demo", "Demo123")
	close(release)
	if got := <-late; got.err != nil || len(got.cookies) != 0 {
		t.Errorf("the late answer: cookies %v, %v", got.cookies, got.err)
	}
	if v.hasSession(t, before) || !v.hasSession(t, next) {
		t.Error("the login has not replaced the session before")
	}
}
