//go:build !race

package app

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/ops/telemetry"
	"croupier/bff/test/testkit"
)

// served is the whole server as production has it: access log at level info, metrics, look-ups,
// limits, session checks, and a platform that answers at once.
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
	file := writeConfig(tb, envelopeConfig(platform.URL)+"data_dir: "+tb.TempDir()+"\n")
	const limit = "{ count: 1000000, window: 1s, burst: 1000000 }" // counted as always, and never reached
	testkit.Replace(
		tb, brandFile(file, "marmara"), "currency: TRY\n",
		"currency: TRY\nlimits: { address: "+limit+", session: "+limit+" }\n",
	)
	lines := telemetry.NewLines(struct{ io.Writer }{io.Discard}, logDelay)
	p, live := joined(
		tb, file, telemetry.NewLogger(lines, slog.LevelInfo), telemetry.NewAccessLog(lines, slog.LevelInfo),
	)
	brand, _ := live.ByID("marmara")
	session, err := p.sessions.Begin(tb.Context(), brand, bff.NewSession{
		Identity: bff.Identity{Partition: bff.Partition(brand.ID), UID: "7", SID: "s", Username: "demo"},
	})
	require.NoError(tb, err)
	token, err := p.sessions.Token(tb.Context(), session)
	require.NoError(tb, err)
	return &served{p.gateway, brand.SessionCookie() + "=" + token}
}

// Answers of the platform, as the contract has them.
const (
	providersAnswer = `{"result":true,"message":"","data":[{"providerID":1,"providerName":"Evi","logo":"/a.svg",` +
		`"gameCount":3}],"code":200,"debug":null,"pagination":{"limit":100,"offset":0,"total":1}}`
	balanceAnswer = `{"result":true,"message":"","data":[{"balance":250.00,"bonus":0,"currency":"TRY"}],` +
		`"code":200,"debug":null,"pagination":null}`
)

// servedCall is a call as a page sends it.
type servedCall struct {
	name, body, cache string
	player            bool
	budget            float64 // allocations: the current number and a small margin
}

// Calls that pass through include the allocations of the test's platform and of the connection to
// it.
var servedCalls = []servedCall{
	{
		name: "cached", body: `{"api":{"class":"casino","method":"provider_list"},"data":{"Lang":"tr"}}`, cache: "HIT",
		budget: 14,
	},
	{
		name: "passed through", body: `{"api":{"class":"finance","method":"check_balance"},"data":{}}`, cache: "BYPASS",
		player: true, budget: 130,
	},
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
	require.True(
		tb, w.status == http.StatusOK && w.header.Get("Croupier-Cache") == call.cache, "%v %v", w.status, w.header,
	)
	return once
}

// The race detector is excluded, because sync.Pool then drops objects at random.
func TestAllocationsOfServedCalls(t *testing.T) {
	s := newServed(t)
	for _, call := range servedCalls {
		t.Run(call.name, func(t *testing.T) {
			assert.LessOrEqual(t, testing.AllocsPerRun(500, s.serve(t, call)), call.budget)
		})
	}
}
