package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/gateway"
)

func TestPaths(t *testing.T) {
	until := time.Date(2026, 1, 2, 4, 0, 0, 0, time.UTC)
	closed := func(r *fixture) {
		r.state = bff.MaintenanceState{On: true, Message: map[string]string{"en": "Back soon"}, Until: until}
	}
	planned := func(r *fixture) {
		r.planned = bff.MaintenanceWindow{
			From: until, MaintenanceNotice: bff.MaintenanceNotice{Message: map[string]string{"tr": "Gece"}},
		}
	}
	for _, row := range []struct {
		path    string
		fixture func(*fixture)
		code    int
		body    string
	}{
		{"/v1/check-maintenance?sitename=x&version=1", nil, 200, `{"result":true}`},
		{
			"/v1/check-maintenance",
			closed, 200, `{"result":false,"message":"This site is under maintenance","until":"2026-01-02 07:00:00"}`,
		},
		{
			"/v1/check-maintenance?Lang=en",
			closed, 200, `{"result":false,"message":"Back soon","until":"2026-01-02 07:00:00"}`,
		},
		{
			"/v1/check-maintenance", planned,
			200, `{"result":true,"planned":{"from":"2026-01-02 07:00:00","message":"Gece","until":null,"parts":[]}}`,
		},
		{"/v1/check-maintenance", func(r *fixture) {
			r.state.On = true
		}, 200, `{"result":false,"message":"This site is under maintenance","until":null}`},
		{"/v1/licenses?version=1", nil, 200, `{"licences":[{"id":"mga","name":"MGA","authority":"","number":""}]}`},
		{"/v1/licenses", func(r *fixture) { r.marmara().Licences = nil }, 200, `{"licences":[]}`},
		{"/v1/bootstrap", nil, 200, `{"brand":"marmara"}`},
		{"/v1/ip-info", func(r *fixture) { r.country = "TR" }, 200, `{"ip":"192.0.2.1","country":"TR"}`},
		{"/v1/ip-info", nil, 200, `{"ip":"192.0.2.1","country":""}`},
		{"/healthz", nil, 200, `{"status":"ok"}`},
		{"/readyz", nil, 200, `{"status":"ok"}`},
		{"/readyz", func(r *fixture) {
			r.notReady = []string{"contract", "redis"}
		}, 200, `{"status":"degraded","reasons":["contract","redis"]}`},
		{"/readyz", func(r *fixture) {
			r.notReady = []string{gateway.Draining}
		}, 503, `{"status":"draining","reasons":["draining"]}`},
	} {
		t.Run(row.path, func(t *testing.T) {
			r := newFixture(t)
			if row.fixture != nil {
				row.fixture(r)
			}
			w := r.get(row.path)
			assert.Equal(t, fmt.Sprint(row.code, " ", row.body), text(w))
			checkHeaders(t, w.Header(), nil)
			assert.Equal(t, fmt.Sprint(row.code, " "), text(r.get(row.path, method("HEAD"))), "HEAD")
			r.visitFrom("KP") // these paths are not blocked
			assert.Equal(t, row.code, r.get(row.path).Code, "from a blocked country")
			var answer any
			must(t, json.Unmarshal(w.Body.Bytes(), &answer))
			path, _, _ := strings.Cut(row.path, "?")
			for _, p := range catalogue().Paths() {
				if p.Path == path && p.Answer != "" && path != "/v1/bootstrap" {
					assert.Nil(t, catalogue().CheckFields(p.Answer, answer), "the answer violates the contract")
				}
			}
		})
	}
}

func TestRowsAreRefusedLikeListsOfSlots(t *testing.T) {
	unsupported := map[string]bool{"casino/games_list": true}
	for want, change := range map[string]func(*fixture){
		"unknown call":   func(r *fixture) { r.marmara().Features = nil },
		"region blocked": func(r *fixture) { r.visitFrom("KP") },
		"unsupported":    func(r *fixture) { r.marmara().Unsupported = unsupported },
		"maintenance":    func(r *fixture) { r.state.On = true },
	} {
		r := newFixture(t)
		r.marmara().Features = map[string]bool{"slots": true}
		r.marmara().Sections = map[string]bff.Section{"popular": {Hidden: make([]bff.GameRef, 1)}}
		change(r)
		assert.Contains(t, text(r.get("/v1/rows?section=popular")), `"debug":"`+want+`"`)
	}
}

func TestFilesHaveETags(t *testing.T) {
	r := newFixture(t)
	lobby := map[string]map[string]string{"lobby": {"title": "Salon"}}
	r.marmara().Texts = map[string]*bff.Texts{"tr": {Version: "a1", Namespaces: lobby}}
	for _, row := range []struct{ path, contentType, body string }{
		{"/datas/languages.json", "application/json", `[{"id":1}]`},
		{"/v1/texts/tr/lobby.json?v=other", "application/json", `{"title":"Salon"}`},
		{"/v1/openapi.yaml", "application/yaml", string(catalogue().OpenAPI())},
	} {
		plain := r.get(row.path)
		etag := plain.Header().Get("ETag")
		assert.Equal(t, "200 "+row.body, text(plain), row.path)
		assert.GreaterOrEqual(t, len(etag), 10, row.path)
		for want, edit := range map[string]func(*http.Request){
			"304 ":            header("If-None-Match", etag),
			"200 " + row.body: header("If-None-Match", `"other"`),
			"200 ":            method("HEAD"),
		} {
			w := r.get(row.path, edit)
			assert.Equal(t, want, text(w), row.path)
			assert.Equal(t, etag+" no-cache", w.Header().Get("ETag")+" "+w.Header().Get("Cache-Control"), row.path)
			assert.True(t, w.Code != 200 || w.Header().Get("Content-Type") == row.contentType,
				"%s: %v", row.path, w.Header())
		}
	}
	for path, want := range map[string]string{
		"/v1/texts/tr/lobby.json?v=a1": "200 public, max-age=31536000, immutable",
		"/v1/texts/tr/common.json":     "404 no-store", "/v1/texts/tr/lobby": "404 no-store",
		"/v1/texts/en/lobby.json?v=a1": "404 no-store", "/v1/texts/tr/lobby.json": "200 no-cache",
	} {
		w := r.get(path)
		assert.Equal(t, want, fmt.Sprint(w.Code, " ", w.Header().Get("Cache-Control")), path)
	}
	before := r.get("/datas/languages.json").Header().Get("ETag")
	r.marmara().Datas = map[string][]byte{"languages.json": []byte(`[]`)}
	assert.NotEqual(t, before, r.get("/datas/languages.json").Header().Get("ETag"), "a changed file has the same ETag")
}

func TestOtherPathsAreTheSite(t *testing.T) {
	r := newFixture(t)
	for _, path := range []string{
		"/", "/slot/category/27", "/endpoint", "/v1", "/mock/x", "/__mock/state", "/assets/a.js", "/healthz/x",
	} {
		w := r.get(path, from("203.0.113.9"))
		assert.Equal(t, "200 site of marmara for 203.0.113.9", text(w), path)
		assert.Equal(t, "", w.Header().Get("Cache-Control"), path)
	}
	assert.Equal(t, "200 site of zephyr for 192.0.2.1", text(r.get("/", host("zephyr.localhost:8080"))))
	r = newFixture(t, func(o *gateway.Options) {
		o.Site = http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			if status, err := strconv.Atoi(req.URL.Path[1:]); err == nil {
				w.WriteHeader(status)
			}
			if req.URL.Path == "/404" {
				_, _ = w.Write([]byte("not here"))
			}
		})
	})
	for path, want := range map[string]string{"/404": "404 not here", "/304": "304 ", "/empty": "200 "} {
		assert.Equal(t, want, text(r.get(path)), path)
	}
}

func TestPagesCountAgainstTheAddress(t *testing.T) {
	r := newFixture(t)
	r.limiter.denied[bff.LimitAddress] = time.Second
	for path, want := range map[string]int{
		"/": 429, "/x1": 429, "/v1/bootstrap": 429, "/datas/languages.json": 429, "/assets/a.js": 200,
		"/brand/dark.svg": 200, "/healthz": 200,
	} {
		assert.Equal(t, want, r.get(path).Code, path)
	}
}

func TestHostSpellings(t *testing.T) {
	r := newFixture(t)
	r.brands["::1"] = r.marmara()
	for _, name := range []string{
		"localhost", "LOCALHOST", "localhost:8080", "localhost.", "localhost.:443", "[::1]", "[::1]:8080",
	} {
		assert.Equal(t, 200, r.get("/", host(name)).Code, name)
	}
	for _, name := range []string{
		"[localhost]", "[localhost]:8080", "localhost:http", "localhost:-1", "localhost..", "::1", "[::1", "::1]", "",
	} {
		assert.Equal(t, 421, r.get("/", host(name)).Code, "malformed host %q", name)
	}
}

func TestBootstrapFailureIsInternalError(t *testing.T) {
	r := newFixture(t, func(o *gateway.Options) {
		o.Bootstrap = func(*bff.Scope) ([]byte, error) { return nil, errors.New("no theme") }
	})
	r.wantRefusal(500, "internal error", "/v1/bootstrap")
	assert.Contains(t, r.log.String(), "no theme")
}

// run serves a handler on a local port until the caller calls stop. done receives the result of
// Run.
func run(t *testing.T, o gateway.ServerOptions) (addr string, stop context.CancelFunc, done <-chan error) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	o.LongestDeadline = time.Second
	ctx, cancel := context.WithCancel(context.Background())
	ended, over := make(chan error, 1), make(chan struct{})
	t.Cleanup(func() { cancel(); <-over })
	go func() {
		defer close(over)
		ended <- gateway.NewServer(o).Run(ctx, l)
	}()
	return l.Addr().String(), cancel, ended
}

// send sends a request on a new connection without reading the response.
func send(t *testing.T, addr, request string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err == nil {
		t.Cleanup(func() { _ = c.Close() })
		_, err = io.WriteString(c, request)
	}
	must(t, err)
	return c
}

func TestServerClosesRequestsAfterDrainTimeout(t *testing.T) {
	started, cut := make(chan struct{}), make(chan struct{})
	handler := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(started)
		<-r.Context().Done()
		close(cut)
	})
	addr, stop, done := run(t, gateway.ServerOptions{DrainTimeout: time.Millisecond, Handler: handler})
	send(t, addr, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
	<-started
	stop()
	assert.ErrorIs(t, <-done, context.DeadlineExceeded, "Run")
	<-cut
}
