package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/gateway"
	"croupier/bff/ops/telemetry"
	"croupier/bff/store"
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

func TestAllocationsOfServedCalls(t *testing.T) {
	s := newServed(t)
	for _, call := range servedCalls {
		t.Run(call.name, func(t *testing.T) {
			assert.LessOrEqual(t, testing.AllocsPerRun(500, s.serve(t, call)), call.budget)
		})
	}
}

func TestCountersOfABrandExistFromTheStartAndFromItsReload(t *testing.T) {
	file := writeConfig(t, validConfig+"data_dir: "+t.TempDir()+"\n")
	p, live := joined(t, file, slog.New(slog.DiscardHandler), nil)
	has := func(brand string) bool {
		w := httptest.NewRecorder()
		p.admin.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		return strings.Contains(w.Body.String(), `croupier_money_total{brand="`+brand+`",outcome="unknown"} 0`) &&
			strings.Contains(w.Body.String(), `croupier_defects_total{brand="`+brand+`"} 0`)
	}
	assert.True(t, has("pera") && !has("bogaz"), "at the start: pera %v, bogaz %v", has("pera"), has("bogaz"))
	brands := filepath.Join(filepath.Dir(file), "brands")
	require.NoError(t, os.CopyFS(filepath.Join(brands, "bogaz"), os.DirFS(filepath.Join(brands, "pera"))))
	testkit.Replace(t, brandFile(file, "bogaz"), "id: pera\n", "id: bogaz\n", "pera.localhost", "bogaz.localhost")
	require.NoError(t, live.Reload())
	assert.True(t, has("bogaz"), "the brand of the reload has no counters")
}

func TestReadinessReportsReasons(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var fault error
		var degraded []string
		pings := 0
		ready := readiness(ctx, func(ctx context.Context) error {
			pings++
			_, bounded := ctx.Deadline()
			assert.True(t, bounded && ctx.Err() == nil, "ping without a deadline, or with a cancelled context")
			return fault
		}, func() []string { return degraded })
		assert.Empty(t, ready())
		fault = errors.New("connection refused")
		assert.Empty(t, ready()) // the cached result
		time.Sleep(pingInterval)
		assert.Equal(t, []string{storeUnreachable}, ready())
		cancel()
		assert.Equal(t, []string{gateway.Draining, storeUnreachable}, ready())
		fault = nil
		time.Sleep(pingInterval)
		assert.Equal(t, []string{gateway.Draining}, ready())
		fault = fmt.Errorf("%w: disk full", store.ErrNotWritable)
		time.Sleep(pingInterval)
		degraded = []string{storeMemoryLost}
		assert.Equal(t, []string{gateway.Draining, storeNotWritable, storeMemoryLost}, ready())
		assert.Equal(t, 4, pings)
	})
}

func TestTracesOfTrustedProxiesAreContinued(t *testing.T) {
	proxy := isFromProxy([]netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")})
	for address, want := range map[string]bool{
		"10.1.2.3:4": true, "[::ffff:10.1.2.3]:4": true, "192.0.2.1:4": false, "[2001:db8::1]:4": false, "": false,
	} {
		assert.Equal(t, want, proxy(&http.Request{RemoteAddr: address}), address)
	}
}
