package gateway_test

import (
	"encoding/json"
	"errors"
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
	closed := func(r *fixture) {
		r.state = bff.MaintenanceState{On: true, Message: map[string]string{"en": "Back soon"}, Until: time.Date(2026, 1, 2, 4, 0, 0, 0, time.UTC)}
	}
	for _, row := range []struct {
		path    string
		fixture func(*fixture)
		code    int
		body    string
	}{
		{"/v1/check-maintenance?sitename=x&version=1", nil, 200, `{"result":true}`},
		{"/v1/check-maintenance", closed, 200, `{"result":false,"message":"This site is under maintenance","until":"2026-01-02 07:00:00"}`},
		{"/v1/check-maintenance?Lang=en", closed, 200, `{"result":false,"message":"Back soon","until":"2026-01-02 07:00:00"}`},
		{"/v1/check-maintenance", func(r *fixture) { r.state.On = true }, 200, `{"result":false,"message":"This site is under maintenance","until":null}`},
		{"/v1/licenses?version=1", nil, 200, `{"licences":[{"id":"mga","name":"MGA","authority":"","number":""}]}`},
		{"/v1/licenses", func(r *fixture) { r.marmara().Licences = nil }, 200, `{"licences":[]}`},
		{"/v1/bootstrap", nil, 200, `{"brand":"marmara"}`},
		{"/v1/ip-info", func(r *fixture) { r.country = "TR" }, 200, `{"ip":"192.0.2.1","country":"TR"}`},
		{"/v1/ip-info", nil, 200, `{"ip":"192.0.2.1","country":""}`},
		{"/healthz", nil, 200, `{"status":"ok"}`},
		{"/readyz", nil, 200, `{"status":"ok"}`},
		{"/readyz", func(r *fixture) { r.notReady = []string{"contract", "redis"} }, 200, `{"status":"degraded","reasons":["contract","redis"]}`},
		{"/readyz", func(r *fixture) { r.notReady = []string{gateway.Draining} }, 503, `{"status":"draining","reasons":["draining"]}`},
	} {
		t.Run(row.path, func(t *testing.T) {
			r := newFixture(t)
			if row.fixture != nil {
				row.fixture(r)
			}
			w := r.get(row.path)
			assert.True(t, w.Code == row.code && w.Body.String() == row.body,
				"got %d %s, want %d %s", w.Code, w.Body, row.code, row.body)
			checkHeaders(t, w.Header(), nil)
			head := r.get(row.path, method("HEAD"))
			assert.True(t, head.Code == row.code && head.Body.Len() <= 0, "HEAD: %d with %d bytes", head.Code, head.Body.Len())
			r.visitFrom("KP") // these paths are not blocked
			assert.Equal(t, row.code, r.get(row.path).Code, "from a blocked country")
			dec := json.NewDecoder(w.Body)
			dec.UseNumber()
			var answer any
			must(t, dec.Decode(&answer))
			path, _, _ := strings.Cut(row.path, "?")
			for _, p := range catalogue().Paths() {
				if p.Path != path || p.Answer == "" || path == "/v1/bootstrap" {
					continue
				}
				assert.NoError(t, catalogue().CheckDefinition(p.Answer, answer), "the answer violates the contract")
			}
		})
	}
}

func TestFilesHaveETags(t *testing.T) {
	r := newFixture(t)
	for _, row := range []struct{ path, contentType, body string }{
		{"/datas/languages.json", "application/json", `[{"id":1}]`},
		{"/v1/openapi.yaml", "application/yaml", string(catalogue().OpenAPI())},
	} {
		etag := r.get(row.path).Header().Get("ETag")
		assert.True(t, len(etag) >= 10, "%s: ETag %q", row.path, etag)
		for _, request := range []struct {
			name   string
			edit   func(*http.Request)
			status int
			body   string
		}{
			{"a file", without("X-None"), 200, row.body},
			{"a cached file", header("If-None-Match", etag), 304, ""},
			{"a changed file", header("If-None-Match", `"other"`), 200, row.body},
			{"HEAD", method("HEAD"), 200, ""},
		} {
			w := r.get(row.path, request.edit)
			h := w.Header()
			assert.True(t, w.Code == request.status && w.Body.String() == request.body && h.Get("ETag") == etag && h.Get("Cache-Control") == "no-cache" && (w.Code != 200 || h.Get("Content-Type") == row.contentType),
				"%s: %s: %d %v with %d bytes", row.path, request.name, w.Code, h, w.Body.Len())
		}
	}
	before := r.get("/datas/languages.json").Header().Get("ETag")
	r.marmara().Datas = map[string][]byte{"languages.json": []byte(`[]`)}
	assert.NotEqual(t, before, r.get("/datas/languages.json").Header().Get("ETag"), "a changed file has the same ETag")
}

func TestUnknownAPIPaths(t *testing.T) {
	for _, row := range []struct{ method, path string }{
		{"GET", "/v1/nothing"},
		{"GET", "/v1/"},
		{"POST", "/v1/bootstrap"},
		{"GET", "/v1/bootstrap/"},
		{"GET", "/datas/nothing.json"},
		{"GET", "/datas/"},
		{"GET", "/datas/a/b.json"},
		{"POST", "/endpoint/v1/"},
		{"POST", "/endpoint/v1/x"},
		{"GET", "/__mock/state"}, // the brand does not allow mock control
	} {
		r := newFixture(t, func(o *gateway.Options) { o.Mock = http.NotFoundHandler() })
		w := r.get(row.path, method(row.method))
		e := readEnvelope(t, w)
		assert.True(t, w.Code == 404 && e.Code == 404 && e.debug() == "unknown call" && e.Message != "",
			"%s %s: %d %+v", row.method, row.path, w.Code, e)
	}
}

func TestOtherPathsAreTheSite(t *testing.T) {
	r := newFixture(t)
	for _, path := range []string{"/", "/slot/category/27", "/endpoint", "/v1", "/mock/x", "/__mock/state", "/assets/a.js", "/healthz/x"} {
		w := r.get(path, from("203.0.113.9"))
		assert.True(t, w.Code == 200 && w.Body.String() == "site of marmara for 203.0.113.9" && w.Header().Get("Cache-Control") == "",
			"%s: %d %s %v", path, w.Code, w.Body, w.Header())
	}
	if w := r.get("/", host("zephyr.localhost:8080")); w.Body.String() != "site of zephyr for 192.0.2.1" {
		t.Errorf("zephyr: %s", w.Body)
	}
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
	for _, row := range []struct {
		path   string
		status int
		body   string
	}{{"/404", 404, "not here"}, {"/304", 304, ""}, {"/empty", 200, ""}} {
		w := r.get(row.path)
		assert.True(t, w.Code == row.status && w.Body.String() == row.body, "%s: %d %q", row.path, w.Code, w.Body)
	}
}

func TestUnknownHostsGetOnlyProbes(t *testing.T) {
	for _, path := range []string{"/", "/v1/bootstrap", "/v1/nothing", "/datas/languages.json", "/endpoint/v1", "/mock/x", "/__mock/state"} {
		r := newFixture(t, func(o *gateway.Options) { o.Mock = http.NotFoundHandler() })
		for _, name := range []string{"evil.example", "", "localhost.evil.example", "127.0.0.1", "xlocalhost", "localhost:80:80"} {
			w := r.get(path, host(name))
			e := readEnvelope(t, w)
			assert.True(t, w.Code == 421 && e.Code == 421 && e.debug() == "unknown host",
				"%s of %q: %d %+v", path, name, w.Code, e)
		}
	}
	r := newFixture(t)
	for _, path := range []string{"/healthz", "/readyz"} {
		assert.Equal(t, 200, r.get(path, host("10.1.2.3:8080")).Code, path)
	}
}

func TestHostSpellings(t *testing.T) {
	r := newFixture(t)
	r.brands["::1"] = r.marmara()
	for _, name := range []string{"localhost", "LOCALHOST", "localhost:8080", "localhost.", "localhost.:443", "[::1]", "[::1]:8080"} {
		assert.Equal(t, 200, r.get("/", host(name)).Code, name)
	}
	for _, name := range []string{"[localhost]", "[localhost]:8080", "localhost:http", "localhost:-1", "localhost..", "::1", "[::1", "::1]", ""} {
		assert.Equal(t, 421, r.get("/", host(name)).Code, "malformed host %q", name)
	}
}

func TestMock(t *testing.T) {
	r := newFixture(t, func(o *gateway.Options) {
		o.Mock = http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			s := bff.ScopeOf(req.Context())
			_, _ = w.Write([]byte("mock " + req.Method + " " + req.URL.Path + " of " + s.Brand.ID + " in " + s.World))
		})
	})
	if w := r.get("/mock/games/5", header("X-Mock-World", "w1")); w.Body.String() != "mock GET /mock/games/5 of marmara in " {
		t.Errorf("mock control disabled: %d %s", w.Code, w.Body)
	}
	r.marmara().Upstream.Control = true
	for _, row := range []struct {
		name, want string
		edits      []func(*http.Request)
	}{
		{"a program", "mock POST /__mock/clock of marmara in ", nil},
		{"a world by header", "mock POST /__mock/clock of marmara in w1", edits(header("X-Mock-World", "w1"))},
		{"a world by cookie", "mock POST /__mock/clock of marmara in w2", edits(header("Cookie", "mock_world=w2"))},
		{"the header first", "mock POST /__mock/clock of marmara in w1", edits(header("X-Mock-World", "w1"), header("Cookie", "mock_world=w2"))},
		{"an invalid name", "mock POST /__mock/clock of marmara in ", edits(header("X-Mock-World", "../w1"))},
		{"a page of the brand", "mock POST /__mock/clock of marmara in ", edits(header("Origin", "http://localhost"))},
	} {
		w := r.get("/__mock/clock", append(row.edits, method("POST"))...)
		assert.Equal(t, row.want, w.Body.String(), "%s: %d %s", row.name, w.Code, w.Body)
	}
	w := r.get("/__mock/clock", method("POST"), header("Origin", "http://evil.example"))
	e := readEnvelope(t, w)
	assert.Equal(t, "origin refused", e.debug(), "another site: %+v", e)
}

func TestBootstrapFailureIsInternalError(t *testing.T) {
	r := newFixture(t, func(o *gateway.Options) {
		o.Bootstrap = func(*bff.Scope) ([]byte, error) { return nil, errors.New("no theme") }
	})
	w := r.get("/v1/bootstrap")
	e := readEnvelope(t, w)
	assert.True(t, w.Code == 500 && e.debug() == "internal error" && strings.Contains(r.log.String(), "no theme"),
		"got %d %+v, log %s", w.Code, e, r.log.String())
}

func TestAllMissingOptionsAreReported(t *testing.T) {
	_, err := gateway.New(gateway.Options{})
	var missing []string
	for _, line := range strings.Split(err.Error(), "\n") {
		missing = append(missing, strings.Fields(strings.TrimPrefix(line, "create gateway: "))[1])
	}
	want := []string{"Contract", "Brands", "Sessions", "Upstream", "Maintenance", "Limiter", "IdempotencyStore", "Site", "Bootstrap"}
	assert.Equal(t, want, missing, "missing %v, want %v", missing, want)
}
