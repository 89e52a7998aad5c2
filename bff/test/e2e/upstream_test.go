package e2e_test

import (
	"cmp"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/test/e2e"
)

func TestCacheServesStaleWhileUpstreamFails(t *testing.T) {
	parallel(t)
	const call = "habanero/getJackpots" // fresh for five seconds, then stale for thirty
	g := startGateway(t)
	cached := func() (state string, age int) {
		a := g.call(t, "", call, nil)
		require.True(t, a.status == 200 && a.Result, a.raw)
		age, err := strconv.Atoi(cmp.Or(a.header.Get("Age"), "-1"))
		require.NoError(t, err)
		return a.header.Get("Croupier-Cache"), age
	}
	state, age := cached()
	require.True(t, state == "MISS" && age == -1, "first: %s %d", state, age)
	control(t, g.platform, "fault", `{"call":"habanero/getJackpots","kind":"status","status":500}`)
	eventually(t, "a stale response", func() bool {
		state, age := cached()
		require.True(t, state == "HIT" && age >= 0 && age <= 5 || state == "STALE" && age >= 5, "%s at %d seconds",
			state, age)
		return state == "STALE"
	})
	eventually(t, "a refresh in the background", func() bool { return received(t, g.platform, call) > 1 })
	state, age = cached()
	assert.True(t, state == "STALE" && age >= 5, "while the platform fails: %s %d", state, age)
	g.want(t, "", "casino/provider_list", nil, "200")

	// A read is retried one time over a reused connection. A write is not retried.
	token := g.login(t, "demo")
	for call, most := range map[string]int{"finance/list_categories": 2, "user/sms_send": 1} {
		g.ok(t, token, "finance/check_balance", nil) // leaves an idle connection
		control(t, g.platform, "fault", `{"call":"`+call+`","kind":"reset"}`)
		g.want(t, token, call, nil, "503 upstream unavailable")
		n := received(t, g.platform, call)
		assert.True(t, n >= 1 && n <= most, "%s was sent %d times, want at most %d", call, n, most)
	}

	status, _, raw, err := g.platform.Do(http.MethodDelete, "/__mock/fault", nil, nil)
	require.True(t, err == nil && status == 200, "%d %v %s", status, err, raw)
	eventually(t, "a fresh response", func() bool { state, age := cached(); return state == "HIT" && age < 5 })
}

func TestConcurrentFailedLoginsAreCounted(t *testing.T) {
	t.Parallel()
	v := visitor{server.Address, "localhost", "concurrent-logins"}
	const many = 24
	var limited atomic.Int64
	var group sync.WaitGroup
	for range many {
		group.Go(func() {
			a, err := v.try("user/login", map[string]any{"username": "demo", "password": "Wrong123"}, nil)
			if assert.NoError(t, err) && a.status == http.StatusTooManyRequests {
				limited.Add(1)
			}
		})
	}
	group.Wait()
	assertReceived(t, v.client(), "user/login", 8)
	assert.EqualValues(t, many-8, limited.Load(), "limited logins")
}

// Unsupported calls of a brand, a mapping or an upstream do not reach the platform. The bootstrap
// lists them, and they open no circuit breaker of their class. If a mapping lacks a money call, the
// call is not sent, and its key remains free for a server with a complete mapping.
func TestUnsupportedAndUnmappedCalls(t *testing.T) {
	parallel(t)
	var paid, others atomic.Int64
	casino := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		switch r.URL.Path {
		case "/studios":
			_, _ = io.WriteString(w, `{"rows":[{"id":"7c9e6679-7425-40de-944b-e07fc1f90ae7","name":"Lale"}]}`)
			return
		case "/claim":
			paid.Add(1)
		case "/login":
		default:
			others.Add(1)
		}
		_, _ = io.WriteString(w, `{"id":"7"}`)
	}))
	t.Cleanup(casino.Close)
	dir := t.TempDir()
	const mapping = `version: 1
unsupported: [habanero, casino/category_list]
calls:
  user/login:
    method: POST
    path: /login
    body: '{name: .data.username}'
    data: '{rid: 1, uid: .body.id, sid: "s", uip: "", gtm: "3", language: "tr", username: "demo", lastlogin: null, gasecret: ""}'
  casino/provider_list:
    method: GET
    path: /studios
    answer: '{result: true, data: (.body.rows | map({providerID: .id, providerName: .name, logo: "", gameCount: 1})),
      pagination: {limit: 100, offset: 0, total: 1}}'
`
	startWith := func(text string) (*e2e.Process, visitor) {
		brand := e2e.Brand{ID: "delivery", Upstream: map[string]any{
			"adapter": "rest", "url": casino.URL, "mapping": writeFile(t, "mapping.yaml", text),
			"unsupported": []string{"user/register"},
		}}
		config, err := e2e.WriteConfig(t.TempDir(), []e2e.Brand{brand})
		require.NoError(t, err)
		p := startServer(t, nil, dir, "--config", config)
		return p, visitor{p.Address, brand.Host(), ""}
	}
	first, v := startWith(mapping)
	for range 30 {
		for name := range strings.FieldsSeq(
			"habanero/getJackpots casino/category_list user/register casino/games_list crm/recent_wins") {
			a := v.call(t, "", name, nil)
			require.Equal(t, "404 unsupported", a.String(), name)
			require.NotEmpty(t, a.Message, name)
		}
	}
	assert.Contains(t, v.ok(t, "", "casino/provider_list", nil), `"7c9e6679-7425-40de-944b-e07fc1f90ae7"`)
	_, _, boot := v.get(t, "/v1/bootstrap", nil)
	assert.Contains(t, boot, `"unsupported":["casino/category_list","crm/recent_wins","finance/cancel_withdrawal",`+
		`"habanero/getJackpots","user/register","user/register_resend","virtualgames/preview"]`)

	token := v.login(t, "demo")
	for range 2 {
		v.wantPay(t, token, firstKey, "503 upstream unavailable") // without a mapping
	}
	assert.Zero(t, others.Load()+paid.Load(), "requests for them at the platform")
	kill(t, first)
	_, v = startWith(mapping + "  user/claim_bonus: { method: POST, path: /claim }\n")
	v.wantPay(t, token, firstKey, "200") // the same key with a mapping
	assert.EqualValues(t, 1, paid.Load(), "payments")
}

// The gateway specs also pass with the mock in a separate process behind the envelope adapter.
func TestSpecsWithEnvelopeAdapter(t *testing.T) {
	parallel(t)
	mock := startMock(t)
	file := writeConfig(t, "",
		map[string]string{"images: [http://127.0.0.1:8090]": "images: [http://" + mock.Address + "]"})
	gateway := startServer(t, inFrontOf(mock.Address), t.TempDir(), "--config", file)
	marmara, zephyr := visitor{gateway.Address, "localhost", ""}, visitor{gateway.Address, "zephyr.localhost", ""}
	pera := visitor{gateway.Address, "pera.localhost", ""}
	t.Run("the upstream gets identity and site ID and no cookies", func(t *testing.T) {
		zephyr.ok(t, zephyr.login(t, "demo"), "finance/check_balance", nil)
		type call struct {
			Method  string
			User    map[string]string
			Headers map[string][]string
		}
		var logged []call
		raw := control(t, e2e.NewClient(mock.Address, "", ""), "calls?limit=100", "")
		unmarshal(t, raw, &logged)
		// The server polls the maintenance status in the background.
		i := slices.IndexFunc(logged, func(c call) bool { return c.Method == "check_balance" })
		require.True(t, i >= 0, "the upstream received %s", raw)
		got := logged[i]
		assert.True(t, got.User["uip"] == "127.0.0.1" && got.User["sid"] != "" &&
			!strings.Contains(got.User["sid"], "."),
			"the upstream received %+v", got)
		assert.NotContains(t, string(raw), "croupier=")
		assert.Nil(t, got.Headers["Cookie"])
		assert.Equal(t, []string{"111"}, got.Headers["X-Site-Id"])
	})
	t.Run("image URLs point to the upstream where the brand names it", func(t *testing.T) {
		one := map[string]any{"limit": 1}
		assert.Contains(t, marmara.ok(t, "", "casino/games_list", one), "http://"+mock.Address+"/mock/art/")
		assert.NotContains(t, pera.ok(t, "", "casino/games_list", one), mock.Address, "games of another brand")
	})
	runSpecs(t, gateway, mock, "gateway/*")
	// Reused connections send each write only one time.
	for _, name := range []string{"guest-read", "write", "money", "session-expired", "hang"} {
		control(t, e2e.NewClient(mock.Address, "", ""), "reset", "{}")
		runSpecs(t, startServer(t, inFrontOf(mock.Address), t.TempDir()), mock, "faults/"+name)
	}
	t.Run("a stopped upstream is unavailable", func(t *testing.T) {
		assert.NoError(t, mock.Stop())
		pera.want(t, "", "casino/provider_list", nil, "503 upstream unavailable")
	})
}
