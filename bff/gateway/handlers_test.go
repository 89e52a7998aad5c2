package gateway_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

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
			if w.Code != row.code || w.Body.String() != row.body {
				t.Errorf("got %d %s, want %d %s", w.Code, w.Body, row.code, row.body)
			}
			checkHeaders(t, w.Header(), nil)
			if head := r.get(row.path, method("HEAD")); head.Code != row.code || head.Body.Len() > 0 {
				t.Errorf("HEAD: %d with %d bytes", head.Code, head.Body.Len())
			}
			r.visitFrom("KP") // these paths are not blocked
			if w := r.get(row.path); w.Code != row.code {
				t.Errorf("from a blocked country: %d", w.Code)
			}
			path, _, _ := strings.Cut(row.path, "?")
			for _, p := range catalogue().Paths() {
				if p.Path == path && p.Answer != "" {
					if err := catalogue().CheckDefinition(p.Answer, decoded(t, w.Body.Bytes())); err != nil && path != "/v1/bootstrap" {
						t.Errorf("the answer violates the contract: %v", err)
					}
				}
			}
		})
	}
}

func decoded(t *testing.T, b []byte) (v any) {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(string(b)))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestFilesHaveETags(t *testing.T) {
	for _, row := range []struct{ path, contentType, body string }{
		{"/datas/languages.json", "application/json", `[{"id":1}]`},
		{"/v1/openapi.yaml", "application/yaml", string(catalogue().OpenAPI())},
	} {
		t.Run(row.path, func(t *testing.T) {
			r := newFixture(t)
			w := r.get(row.path)
			etag := w.Header().Get("ETag")
			if w.Code != 200 || w.Body.String() != row.body || w.Header().Get("Content-Type") != row.contentType ||
				w.Header().Get("Cache-Control") != "no-cache" || len(etag) < 10 {
				t.Fatalf("got %d %v", w.Code, w.Header())
			}
			if w := r.get(row.path, header("If-None-Match", etag)); w.Code != 304 || w.Body.Len() > 0 || w.Header().Get("ETag") != etag {
				t.Errorf("a cached file: %d with %d bytes", w.Code, w.Body.Len())
			}
			if w := r.get(row.path, header("If-None-Match", `"other"`)); w.Code != 200 {
				t.Errorf("a changed file: %d", w.Code)
			}
			if w := r.get(row.path, method("HEAD")); w.Code != 200 || w.Body.Len() > 0 || w.Header().Get("ETag") != etag {
				t.Errorf("HEAD: %d with %d bytes", w.Code, w.Body.Len())
			}
		})
	}
	r := newFixture(t)
	before := r.get("/datas/languages.json").Header().Get("ETag")
	r.marmara().Datas = map[string][]byte{"languages.json": []byte(`[]`)}
	if after := r.get("/datas/languages.json").Header().Get("ETag"); after == before {
		t.Error("a changed file has the same ETag")
	}
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
		t.Run(row.method+" "+row.path, func(t *testing.T) {
			r := newFixture(t, func(o *gateway.Options) { o.Mock = http.NotFoundHandler() })
			w := r.get(row.path, method(row.method))
			e := readEnvelope(t, w)
			if w.Code != 404 || e.Code != 404 || e.debug() != "unknown call" || e.Message == "" {
				t.Errorf("got %d %+v", w.Code, e)
			}
		})
	}
}

func TestOtherPathsAreTheSite(t *testing.T) {
	r := newFixture(t)
	for _, path := range []string{"/", "/slot/category/27", "/endpoint", "/v1", "/mock/x", "/__mock/state", "/assets/a.js", "/healthz/x"} {
		w := r.get(path, from("203.0.113.9"))
		if w.Code != 200 || w.Body.String() != "site of marmara for 203.0.113.9" {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
		if w.Header().Get("Cache-Control") != "" {
			t.Errorf("%s: the gateway set Cache-Control", path)
		}
	}
	if w := r.get("/", host("zephyr.localhost:8080")); w.Body.String() != "site of zephyr for 192.0.2.1" {
		t.Errorf("zephyr: %s", w.Body)
	}
}

func TestSiteSetsItsStatus(t *testing.T) {
	r := newFixture(t, func(o *gateway.Options) {
		o.Site = http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			switch req.URL.Path {
			case "/404":
				w.WriteHeader(http.StatusNotFound)
				_, _ = w.Write([]byte("not here"))
			case "/304":
				w.WriteHeader(http.StatusNotModified)
			}
		})
	})
	for _, row := range []struct {
		path   string
		status int
		body   string
	}{{"/404", 404, "not here"}, {"/304", 304, ""}, {"/empty", 200, ""}} {
		if w := r.get(row.path); w.Code != row.status || w.Body.String() != row.body {
			t.Errorf("%s: %d %q", row.path, w.Code, w.Body)
		}
	}
}

func TestUnknownHostsGetOnlyProbes(t *testing.T) {
	for _, path := range []string{"/", "/v1/bootstrap", "/v1/nothing", "/datas/languages.json", "/endpoint/v1", "/mock/x", "/__mock/state"} {
		r := newFixture(t, func(o *gateway.Options) { o.Mock = http.NotFoundHandler() })
		for _, name := range []string{"evil.example", "", "localhost.evil.example", "127.0.0.1", "xlocalhost", "localhost:80:80"} {
			w := r.get(path, host(name))
			if e := readEnvelope(t, w); w.Code != 421 || e.Code != 421 || e.debug() != "unknown host" {
				t.Errorf("%s of %q: %d %+v", path, name, w.Code, e)
			}
		}
	}
	r := newFixture(t)
	for _, path := range []string{"/healthz", "/readyz"} {
		if w := r.get(path, host("10.1.2.3:8080")); w.Code != 200 {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

func TestHostSpellings(t *testing.T) {
	r := newFixture(t)
	r.brands["::1"] = r.marmara()
	for _, name := range []string{"localhost", "LOCALHOST", "localhost:8080", "localhost.", "localhost.:443", "[::1]", "[::1]:8080"} {
		if w := r.get("/", host(name)); w.Code != 200 {
			t.Errorf("%s: %d", name, w.Code)
		}
	}
	for _, name := range []string{"[localhost]", "[localhost]:8080", "localhost:http", "localhost:-1", "localhost..", "::1", "[::1", "::1]", ""} {
		if w := r.get("/", host(name)); w.Code != 421 {
			t.Errorf("malformed host %q: %d", name, w.Code)
		}
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
		if w := r.get("/__mock/clock", append(row.edits, method("POST"))...); w.Body.String() != row.want {
			t.Errorf("%s: %d %s", row.name, w.Code, w.Body)
		}
	}
	w := r.get("/__mock/clock", method("POST"), header("Origin", "http://evil.example"))
	if e := readEnvelope(t, w); e.debug() != "origin refused" {
		t.Errorf("another site: %+v", e)
	}
}

func TestBootstrapFailureIsInternalError(t *testing.T) {
	r := newFixture(t, func(o *gateway.Options) {
		o.Bootstrap = func(*bff.Scope) ([]byte, error) { return nil, errors.New("no theme") }
	})
	w := r.get("/v1/bootstrap")
	if e := readEnvelope(t, w); w.Code != 500 || e.debug() != "internal error" || !strings.Contains(r.log.String(), "no theme") {
		t.Errorf("got %d %+v, log %s", w.Code, e, r.log.String())
	}
}

func TestAllMissingOptionsAreReported(t *testing.T) {
	_, err := gateway.New(gateway.Options{})
	var missing []string
	for _, line := range strings.Split(err.Error(), "\n") {
		missing = append(missing, strings.Fields(strings.TrimPrefix(line, "create gateway: "))[1])
	}
	want := []string{"Contract", "Brands", "Sessions", "Upstream", "Maintenance", "Limiter", "IdempotencyStore", "Site", "Bootstrap"}
	if !reflect.DeepEqual(missing, want) {
		t.Errorf("missing %v, want %v", missing, want)
	}
}
