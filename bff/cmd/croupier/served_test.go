package main

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"croupier/bff"
	"croupier/bff/telemetry"
)

// served is the whole server as production has it: access log at level info, metrics, look-ups, limits, session checks,
// and a platform that answers at once.
type served struct {
	handler http.Handler
	cookie  string // of a player
}

// newServed joins the server. Its log is formatted and thrown away.
func newServed(tb testing.TB) *served {
	tb.Helper()
	platform := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		answer := providersAnswer
		if bytes.Contains(body, []byte("check_balance")) {
			answer = balanceAnswer
		}
		w.Header()["Content-Type"] = []string{"application/json"}
		_, _ = io.WriteString(w, answer)
	}))
	tb.Cleanup(platform.Close)
	server := "profile: demo\nbrands: brands\ndata_dir: " + tb.TempDir() + "\nupstreams:\n  mock:\n    adapter: envelope\n    url: " + platform.URL + "\n"
	file := writeConfig(tb, server)
	brandFile := filepath.Join(filepath.Dir(file), "brands", "marmara", "brand.yaml")
	rewrite(tb, brandFile, func(s string) string { // counted as always, and never reached
		return s + "\nlimits:\n  address: { count: 1000000, window: 1s, burst: 1000000 }\n  session: { count: 1000000, window: 1s, burst: 1000000 }\n"
	})
	lines := telemetry.NewLines(struct{ io.Writer }{io.Discard}, logDelay)
	p, live := joined(tb, file, telemetry.NewLogger(lines, slog.LevelInfo), telemetry.NewAccessLog(lines, slog.LevelInfo))
	brand, _ := live.ByID("marmara")
	session, err := p.sessions.Begin(tb.Context(), brand, bff.NewSession{Identity: bff.Identity{UID: "7", SID: "s", Username: "demo"}})
	if err != nil {
		tb.Fatal(err)
	}
	token, err := p.sessions.Token(tb.Context(), session)
	if err != nil {
		tb.Fatal(err)
	}
	return &served{p.gateway, brand.SessionCookie() + "=" + token}
}

// Answers of the platform, as the contract has them.
const (
	providersAnswer = `{"result":true,"message":"","data":[{"providerID":1,"providerName":"Evi","logo":"/a.svg","gameCount":3}],"code":200,"debug":null,"pagination":{"limit":100,"offset":0,"total":1}}`
	balanceAnswer   = `{"result":true,"message":"","data":[{"balance":250.00,"bonus":0,"currency":"TRY"}],"code":200,"debug":null,"pagination":null}`
)

// servedCall is a call as a page sends it.
type servedCall struct {
	name, body, cache string
	player            bool
	budget            float64 // allocations: those of today, and a few
}

// The allocations of the test's platform and of the connection to it are among those of calls that pass through.
var servedCalls = []servedCall{
	{name: "cached", body: `{"api":{"class":"casino","method":"provider_list"},"data":{"Lang":"tr"}}`, cache: "HIT", budget: 14},
	{name: "passed through", body: `{"api":{"class":"finance","method":"check_balance"},"data":{}}`, cache: "BYPASS", player: true, budget: 200},
}

// sink is a ResponseWriter that throws the body away.
type sink struct {
	header http.Header
	status int
}

func (s *sink) Header() http.Header         { return s.header }
func (s *sink) Write(b []byte) (int, error) { return len(b), nil }
func (s *sink) WriteHeader(status int)      { s.status = status }

// serve returns a function that serves the call once.
func (s *served) serve(tb testing.TB, call servedCall) func() {
	tb.Helper()
	body := strings.NewReader(call.body)
	r := httptest.NewRequestWithContext(tb.Context(), http.MethodPost, "http://localhost/endpoint/v1", body)
	r.Header["Panel"], r.Header["Content-Type"] = []string{"frontend"}, []string{"application/json"}
	r.Header["Accept-Encoding"], r.Header["Origin"] = []string{"gzip, deflate, br"}, []string{"http://localhost"}
	r.Header["User-Agent"] = []string{"Mozilla/5.0"}
	if call.player {
		r.Header["Cookie"] = []string{s.cookie}
	}
	w := &sink{header: http.Header{}}
	once := func() {
		body.Reset(call.body)
		clear(w.header)
		s.handler.ServeHTTP(w, r)
	}
	once()
	once()
	if state := w.header.Get("Croupier-Cache"); w.status != http.StatusOK || state != call.cache {
		tb.Fatal(w.status, w.header)
	}
	return once
}

func TestAllocationsOfServedCalls(t *testing.T) {
	s := newServed(t)
	for _, call := range servedCalls {
		t.Run(call.name, func(t *testing.T) {
			if n := testing.AllocsPerRun(500, s.serve(t, call)); n > call.budget {
				t.Errorf("%.1f allocations, budget %.0f", n, call.budget)
			}
		})
	}
}

// BenchmarkServed measures calls as production serves them, without the player's connection.
func BenchmarkServed(b *testing.B) {
	s := newServed(b)
	for _, call := range servedCalls {
		b.Run(call.name, func(b *testing.B) {
			once := s.serve(b, call)
			b.ReportAllocs()
			for b.Loop() {
				once()
			}
		})
	}
}
