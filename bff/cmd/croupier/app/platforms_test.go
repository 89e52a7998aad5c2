package app

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/ops/telemetry"
	"croupier/bff/platform/cache"
	"croupier/bff/platform/upstream"
	"croupier/bff/site"
	"croupier/bff/test/testkit"
)

func TestUpstreamsUseTheirConfiguration(t *testing.T) {
	fakes := map[string]*fakePlatform{}
	for _, name := range []string{"first", "second", "third"} {
		fakes[name] = startPlatform(t, `{"result":false,"message":"`+name+`","code":7}`)
	}
	released := make(chan struct{})
	hung := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-released }))
	t.Cleanup(hung.Close)
	t.Cleanup(func() { close(released) })
	server := func(main string) string {
		return fmt.Sprintf(`profile: demo
brands: brands
upstreams:
  mock:
    adapter: mock
  main:
    adapter: envelope
    url: %s
    headers: { x-partner: marmara }
    secret_file: secret
    timeouts: { quick: 2s, normal: 7s }
    concurrency: 8
    queue: 4
    breaker: { window: 20s, minimum: 3, ratio: 0.9, open_for: 1m, slow_after: 6s }
  studio:
    adapter: envelope
    url: %s
  hung:
    adapter: envelope
    url: %s
    timeouts: { normal: 200ms }
    breaker: { minimum: 1, open_for: 1h }
`, fakes[main].url, fakes["second"].url, hung.URL)
	}
	file := writeConfig(t, server("first"))
	testkit.WriteFile(t, filepath.Dir(file), "secret", "a shared secret of the upstream\n")
	const routing = "\nrouting: { livecasino: studio, casino/provider_list: hung }"
	testkit.Replace(t, brandFile(file, "marmara"), "upstream: mock", "upstream: main"+routing)
	log := slog.New(slog.DiscardHandler)
	live, calls := openLive(t, file, log)
	up := &platforms{calls: calls, log: log}
	require.NoError(t, up.open(t.Context(), live, &testkit.Records{}))
	call := func(brand, call string) (*bff.Answer, error) {
		return up.Do(t.Context(), upstreamRequest(t, live, calls, brand, call))
	}
	wantFrom := func(want, brand, name string) http.Header {
		t.Helper()
		a, err := call(brand, name)
		require.True(t, err == nil && a.Message == want, "%s %s: %+v, %v, want %s", brand, name, a, err, want)
		return fakes[want].header
	}

	h := wantFrom("first", "marmara", "casino/category_list")
	assert.Equal(t, "marmara", h.Get("X-Partner"))
	assert.True(t, h.Get("X-Croupier-Signature") != "" && h.Get("X-Croupier-Timestamp") != "", "headers %v", h)
	h = wantFrom("second", "marmara", "livecasino/category_list")
	assert.True(
		t, h.Get("X-Partner") == "" && h.Get("X-Croupier-Signature") == "", "headers of another upstream: %v", h,
	)
	a, err := call("zephyr", "casino/category_list")
	assert.True(t, err == nil && a.Result, "brand with the mock: %+v, %v", a, err)

	_, err = call("marmara", "casino/provider_list")
	assert.ErrorIs(t, err, bff.ReasonUpstreamTimeout, "timeout of the upstream")
	_, err = call("marmara", "casino/provider_list")
	assert.ErrorIs(t, err, bff.ReasonUnavailable, "breaker of the upstream")

	require.NoError(t, up.SetOverride(t.Context(), "marmara", "studio", bff.OverrideForcedOpen))
	_, err = call("marmara", "livecasino/category_list")
	assert.ErrorIs(t, err, bff.ReasonUnavailable, "breaker forced open")
	wantFrom("first", "marmara", "casino/category_list")

	testkit.WriteFile(t, filepath.Dir(file), filepath.Base(file), server("third"))
	require.NoError(t, live.Reload())
	wantFrom("third", "marmara", "casino/category_list")

	testkit.WriteFile(
		t, filepath.Dir(file), filepath.Base(file), strings.Replace(server("first"), "x-partner", "content-length", 1),
	)
	assert.Error(t, live.Reload(), "an invalid upstream was accepted")
	wantFrom("third", "marmara", "casino/category_list")
}

// The platform requires a client certificate. New files apply without a restart. Croupier rejects
// files that do not match, and continues with the previous certificate.
func TestUpstreamPresentsItsClientCertificate(t *testing.T) {
	ca := testkit.NewCA(t)
	pair, err := tls.X509KeyPair(ca.Issue(t, "platform", "localhost"))
	require.NoError(t, err)
	platform := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"result":false,"message":%q,"code":7}`, r.TLS.PeerCertificates[0].Subject.CommonName)
	}))
	platform.TLS = &tls.Config{
		Certificates: []tls.Certificate{pair}, ClientCAs: ca.Pool, ClientAuth: tls.RequireAndVerifyClientCert,
	}
	platform.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, 0)
	platform.StartTLS()
	t.Cleanup(platform.Close)
	const files = ", cert_file: client.pem, key_file: client-key.pem"
	file := writeConfig(t, envelopeConfig(strings.Replace(platform.URL, "127.0.0.1", "localhost", 1))+
		"    tls: { ca_file: ca.pem"+files+" }\n")
	save := func(name string, content []byte) { testkit.WriteFile(t, filepath.Dir(file), name, string(content)) }
	savePair := func(name string) {
		cert, key := ca.Issue(t, name)
		save("client.pem", cert)
		save("client-key.pem", key)
	}
	save("ca.pem", ca.PEM)
	savePair("one")
	live, calls := openLive(t, file, slog.New(slog.DiscardHandler))
	up, err := OpenRoutes(t.Context(), live, calls)
	require.NoError(t, err)
	presented := func() string {
		a, err := up.Do(t.Context(), upstreamRequest(t, live, calls, "marmara", "casino/category_list"))
		if err != nil {
			return "refused"
		}
		return a.Message
	}
	assert.Equal(t, "one", presented())
	savePair("two")
	require.NoError(t, live.Reload())
	assert.Equal(t, "two", presented())
	cert, _ := ca.Issue(t, "three")
	save("client.pem", cert)
	assert.ErrorContains(t, live.Reload(), "client-key.pem is invalid or does not match the certificate client.pem")
	assert.Equal(t, "two", presented())
	testkit.Replace(t, file, files, "")
	require.NoError(t, live.Reload())
	assert.Equal(t, "refused", presented(), "without a certificate")
}

func TestReloadedRoutingTakesEffectImmediately(t *testing.T) {
	slider := func(title string) *fakePlatform {
		p := startPlatform(t, "")
		p.set("cmscontroller/getSlider", `[{"id":1,"title":"`+title+`","text":"","image":"/a.svg","link":"",`+
			`"button":"","Status":1,`+
			`"Start_date":"2026-01-01 00:00:00","End_date":"2026-12-31 00:00:00","sliderPlace":"sol","order":1}]`)
		return p
	}
	other := "  other:\n    adapter: envelope\n    url: " + slider("second").url
	file := writeConfig(t, envelopeConfig(slider("first").url)+other+"\ndata_dir: "+t.TempDir()+"\n")
	p, live := joined(t, file, slog.New(slog.DiscardHandler), nil)
	call := func(host string) (cache, body string) {
		r := httptest.NewRequest(
			http.MethodPost, "http://"+host+"/endpoint/v1",
			strings.NewReader(`{"api":{"class":"cmscontroller","method":"getSlider"},"data":{}}`),
		)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Panel", "frontend")
		w := httptest.NewRecorder()
		p.gateway.ServeHTTP(w, r)
		return w.Header().Get("Croupier-Cache"), w.Body.String()
	}
	for _, host := range []string{"localhost", "zephyr.localhost"} {
		call(host)
		cache, body := call(host)
		require.True(t, cache == "HIT" && strings.Contains(body, "first"), "%s is not cached: %s %s", host, cache, body)
	}
	testkit.Replace(
		t, brandFile(file, "marmara"), "upstream: mock", "upstream: mock\nrouting: { cmscontroller: other }",
	)
	require.NoError(t, live.Reload())
	cache, body := call("localhost")
	assert.True(
		t, cache == "MISS" && strings.Contains(body, "second"), "marmara still uses the old platform: %s %s", cache,
		body,
	)
	cache, _ = call("zephyr.localhost")
	assert.Equal(t, "HIT", cache, "the cache of zephyr was purged without a change")
}

// noMaintenance reports that no brand is in maintenance.
type noMaintenance struct{}

func (noMaintenance) State(string, string) bff.MaintenanceState { return bff.MaintenanceState{} }

func TestJackpotsUseTheCurrentConfiguration(t *testing.T) {
	file := writeConfig(t, validConfig)
	live, calls := openLive(t, file, slog.New(slog.DiscardHandler))
	responses := cache.New(cache.Settings{})
	defer responses.Close()
	upstream := bff.UpstreamFunc(func(_ context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
		raw, err := json.Marshal(r.Brand.SiteID)
		return &bff.Answer{Result: true, Data: raw}, err
	})
	read := jackpots(
		live,
		&site.GuestReader{
			Calls: calls, Cache: responses.Do, Upstream: upstream, Maintenance: noMaintenance{}.State, Clock: time.Now,
		},
	)
	data, ok := read(t.Context(), "marmara", "tr")
	assert.True(t, ok && string(data) == "889", "%s, %v", data, ok)
	testkit.Replace(t, brandFile(file, "marmara"), "site_id: 889", "site_id: 777")
	require.NoError(t, live.Reload())
	data, ok = read(t.Context(), "marmara", "tr")
	assert.True(t, ok && string(data) == "777", "%s, %v", data, ok)
	data, ok = read(t.Context(), "unknown", "tr")
	assert.False(t, ok, "jackpots of an unknown brand: %s", data)
}

func TestHealthCalls(t *testing.T) {
	calls, err := contract.Load()
	require.NoError(t, err)
	main, studio, wallet := bff.UpstreamRules{Name: "main"}, bff.UpstreamRules{
		Name: "studio",
	}, bff.UpstreamRules{Name: "wallet"}
	brand := &bff.Brand{ID: "marmara", Upstream: main, Languages: []bff.Language{
		{Lang: "tr"},
	}, Routing: map[string]bff.UpstreamRules{
		"livecasino": studio, "finance": wallet,
	}}
	for _, c := range []struct {
		name              string
		upstream          bff.UpstreamRules
		configured, class string
		want              string // class of the call, or the call; empty: none
	}{
		{"a guest read of the class", main, "", "casino", "casino"},
		{"another class of a class without guest reads", main, "", "user", "cmscontroller"},
		{"the configured call", main, "casino/provider_list", "user", "casino/provider_list"},
		{"a call of the same upstream", studio, "", "livecasino", "livecasino"},
		{"a configured call of another upstream", studio, "casino/provider_list", "livecasino", ""},
		{"an upstream without guest reads", wallet, "", "finance", ""},
	} {
		r := healthCall(calls, c.upstream, c.configured, brand, c.class)
		require.Equal(t, c.want == "", r == nil, c.name)
		if r == nil {
			continue
		}
		assert.True(t, r.Call.Class == c.want || r.Call.Name() == c.want, "%s: %s", c.name, r.Call.Name())
		assert.Nil(t, calls.CheckRequest(r.Call, r.Data), c.name)
		assert.Equal(t, [2]any{bff.WhoGuest, bff.KindRead}, [2]any{r.Rules.Who, r.Rules.Kind}, c.name)
		assert.True(t, r.Identity == nil && r.Rules.Deadline != 0, "%s: %+v", c.name, r)
	}
}

// deviating is the real cache over the real chain over a platform, as join builds them.
type deviating struct {
	*fakePlatform
	t       *testing.T
	calls   *contract.Catalogue
	live    *config.Live
	routes  bff.Upstream
	cache   *cache.Cache
	log     *upstream.DeviationLog
	metrics *telemetry.Metrics
	clock   *testkit.Clock
	printed bytes.Buffer
}

// newDeviating joins the parts. settings are added to the settings of the platform, brand to the
// file of brand marmara.
func newDeviating(t *testing.T, settings, brand string) *deviating {
	t.Helper()
	d := &deviating{
		fakePlatform: startPlatform(t, ""), t: t,
		clock: testkit.NewClock(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)), metrics: telemetry.NewMetrics(),
	}
	file := writeConfig(t, envelopeConfig(d.url)+settings)
	testkit.Replace(t, brandFile(file, "marmara"), "currency: TRY\n", "currency: TRY\n"+brand)
	log := slog.New(slog.NewTextHandler(&d.printed, nil))
	d.live, d.calls = openLive(t, file, log)
	d.log = upstream.NewDeviationLog(upstream.DeviationOptions{
		Log: log, Clock: d.clock.Now, Count: d.metrics.CountViolation, IsSecret: telemetry.IsSecret,
	})
	routes := &platforms{calls: d.calls, deviations: d.log, log: log}
	require.NoError(t, routes.open(t.Context(), d.live, &testkit.Records{}))
	d.routes = routes
	d.cache = cache.New(cache.Settings{Checker: d.calls, Now: d.clock.Now})
	t.Cleanup(d.cache.Close)
	return d
}

// ask makes a call of brand marmara. It returns cache state and data or debug as one line.
func (d *deviating) ask(call string) string {
	got, err := d.cache.Do(d.t.Context(), upstreamRequest(d.t, d.live, d.calls, "marmara", call), d.routes)
	var reason *bff.Reason
	if errors.As(err, &reason) {
		return fmt.Sprintf("%s %s", got.State, reason.Debug)
	}
	require.NoError(d.t, err)
	return fmt.Sprintf("%s %s", got.State, got.Answer.Data)
}

func (d *deviating) want(call, want string) {
	d.t.Helper()
	assert.Equal(d.t, want, d.ask(call), call)
}

// listed returns the deviations as lines.
func (d *deviating) listed() string {
	var out []string
	for _, one := range d.log.List() {
		out = append(out, fmt.Sprintf("%s %s %s %d", one.Call, one.Path, one.Got, one.Count))
	}
	return strings.Join(out, "\n")
}

func (d *deviating) metric(line string) bool {
	w := httptest.NewRecorder()
	d.metrics.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody))
	return strings.Contains(w.Body.String(), "\n"+line+"\n")
}

const (
	providers    = "casino/provider_list"
	goodProvider = `{"providerID":1,"providerName":"A","logo":"","gameCount":2}`
	badProvider  = `{"providerID":2,"providerName":null,"logo":"","gameCount":2}`
)

// A null in one item must not turn the cache off.
func TestOneNullKeepsTheCache(t *testing.T) {
	d := newDeviating(t, "", "")
	list := "[" + goodProvider + "," + badProvider + "," + badProvider + "]"
	d.set(providers, list)
	d.want(providers, "MISS "+list)
	d.want(providers, "HIT "+list)
	assert.Equal(t, 1, d.received(providers))
	// Two items and two callers, one fetch: counted once.
	assert.Equal(t, providers+" $[*].providerName null 1", d.listed())
	d.clock.Advance(time.Hour)
	d.want(providers, "MISS "+list)
	assert.Equal(t, providers+" $[*].providerName null 2", d.listed())
	line := `croupier_contract_violations_total{call="casino/provider_list",path="$[*].providerName"} 2`
	assert.True(t, d.metric(line), "no metric %s", line)
	assert.Equal(
		t, 2, strings.Count(d.printed.String(), "answer deviates from the contract"), "log entries, an hour apart",
	)
}

func TestDataOfAnotherTypeFailsOneCall(t *testing.T) {
	d := newDeviating(t, "", "")
	d.set(providers, `{"items":[]}`)
	d.set("casino/category_list", `[]`)
	for range 30 { // more than open a breaker
		d.want(providers, "MISS bad upstream answer")
	}
	d.want("casino/category_list", "MISS []")
	assert.Equal(t, providers+" $ object 30", d.listed())
	assert.Equal(t, 30, d.received(providers))
}

func TestEnforcedCallRefusesAnyDeviation(t *testing.T) {
	d := newDeviating(t, "", "\ncontract: { casino/provider_list: enforce }\n")
	d.set(providers, "["+goodProvider+"]")
	d.want(providers, "MISS ["+goodProvider+"]")
	d.set(providers, "["+badProvider+"]")
	d.clock.Advance(time.Hour)
	d.want(providers, "STALE ["+goodProvider+"]")
	d.clock.Advance(48 * time.Hour)
	d.want(providers, "MISS bad upstream answer")
	d.set("casino/category_list", `[{"CategoryID":1,"name":null,"icon":"","items":[]}]`)
	d.want("casino/category_list", `MISS [{"CategoryID":1,"name":null,"icon":"","items":[]}]`)
}

func TestOverriddenDeviationsFit(t *testing.T) {
	d := newDeviating(t, `    contract_overrides:
      casino/provider_list:
        $: { nullable: true }
        $[*].providerName: { nullable: true }
        $[*].gameCount: { types: [string] }
`, "\ncontract: { casino/provider_list: enforce }\n")
	d.set(providers, "null")
	d.want(providers, "MISS []")
	list := `[{"providerID":2,"logo":"","gameCount":"2"}]`
	d.set(providers, list)
	d.clock.Advance(48 * time.Hour)
	d.want(providers, "MISS "+list)
	assert.Equal(t, "", d.listed())
}

// Cached and served responses are sanitised one time per fetch, with one log record per field and
// minute.
func TestCachedAnswersAreSanitised(t *testing.T) {
	d := newDeviating(t, "", "")
	const call = "cmscontroller/popupInformation"
	d.set(call, `[{"id":1,"title":"a","html":"<p>a</p><script>alert(1)</script>","image":"/a.png",`+
		`"link":"javascript:alert(1)","Active":1,`+
		`"Start_date":"2026-01-01 00:00:00","End_date":"2027-01-01 00:00:00"}]`)
	upstream := openSanitised(d.routes, d.calls, d.metrics, slog.New(slog.NewTextHandler(&d.printed, nil)), nil)
	for i, want := range []bff.CacheState{bff.CacheMiss, bff.CacheHit, bff.CacheMiss} {
		got, err := d.cache.Do(t.Context(), upstreamRequest(t, d.live, d.calls, "marmara", call), upstream)
		require.NoError(t, err)
		body := string(got.Answer.Data)
		if got.Encoded != nil {
			body += string(got.Encoded.Variant("").Bytes)
		}
		assert.Equal(t, want, got.State)
		assert.NotContains(t, body, "script")
		assert.Contains(t, body, `"link":""`)
		assert.Contains(t, body, `\u003cp\u003ea\u003c/p\u003e`)
		if i == 1 {
			_, err = d.cache.Purge(t.Context(), "marmara", call)
			require.NoError(t, err)
		}
	}
	assert.Equal(t, 2, d.received(call))
	n := strings.Count(d.printed.String(), "removed a link")
	assert.True(
		t, n == 1 && strings.Contains(d.printed.String(), "field=[].link"), "%d log records:\n%s", n,
		d.printed.String(),
	)
	want := `croupier_refused_links_total{brand="marmara",call="` + call + `"} 2`
	assert.True(t, d.metric(want), "want %s", want)
}
