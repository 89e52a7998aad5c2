package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/cache"
	"croupier/bff/content"
	"croupier/bff/upstream"
	"croupier/bff/upstream/envelope"
)

// memoryRecords stores records in memory.
type memoryRecords map[string][]byte

func (k memoryRecords) Put(_ context.Context, key string, value []byte) error {
	k[key] = value
	return nil
}

func (k memoryRecords) Delete(_ context.Context, key string) error {
	delete(k, key)
	return nil
}

func (k memoryRecords) All(context.Context) (map[string][]byte, error) { return k, nil }

// startPlatform starts a platform that responds to every call with name and sends the request
// headers to received.
func startPlatform(t *testing.T, name string, received chan<- http.Header) string {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		received <- r.Header
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"result":false,"message":"`+name+`","code":7}`)
	}))
	t.Cleanup(srv.Close)
	return srv.URL + "/endpoint/v1"
}

func TestUpstreamsUseTheirConfiguration(t *testing.T) {
	received := make(chan http.Header, 8)
	first, second, third := startPlatform(t, "first", received), startPlatform(t, "second", received), startPlatform(t, "third", received)
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
`, main, second, hung.URL)
	}
	file := writeConfig(t, server(first))
	writeFile(t, filepath.Dir(file), "secret", "a shared secret of the upstream\n")
	rewrite(t, brandFile(file, "marmara"), func(s string) string {
		return strings.Replace(s, "upstream: mock", "upstream: main\nrouting:\n  livecasino: studio\n  casino/provider_list: hung", 1)
	})
	log := slog.New(slog.DiscardHandler)
	live, calls := openLive(t, file, log)
	casino, err := openMock(live.Config(), calls, log)
	noError(t, err)
	up, err := openPlatforms(t.Context(), live, calls, casino, memoryRecords{}, nil, nil, nil, log)
	noError(t, err)
	call := func(brand, class, method string) (*bff.Answer, error) {
		b, _ := live.ByID(brand)
		call, ok := calls.Lookup(class, method)
		require.True(t, ok, "no call %s/%s", class, method)
		data := calls.Complete(call, map[string]any{}, "tr")
		return up.Do(t.Context(), &bff.UpstreamRequest{
			RequestID: "r", Brand: b, Call: call, Rules: calls.Resolve(call, data), Data: data, Lang: "tr",
		})
	}
	wantFrom := func(want, brand, class, method string) http.Header {
		t.Helper()
		a, err := call(brand, class, method)
		require.True(t, err == nil && a.Message == want, "%s %s/%s: %+v, %v, want %s", brand, class, method, a, err, want)
		return <-received
	}

	h := wantFrom("first", "marmara", "casino", "category_list")
	assert.True(t, h.Get("X-Partner") == "marmara" && h.Get("X-Croupier-Signature") != "" && h.Get("X-Croupier-Timestamp") != "",
		"headers %v", h)
	h = wantFrom("second", "marmara", "livecasino", "category_list")
	assert.True(t, h.Get("X-Partner") == "" && h.Get("X-Croupier-Signature") == "", "headers of another upstream: %v", h)
	if a, err := call("zephyr", "casino", "category_list"); err != nil || !a.Result {
		t.Errorf("brand with the mock: %+v, %v", a, err)
	}

	if _, err := call("marmara", "casino", "provider_list"); !errors.Is(err, bff.ReasonUpstreamTimeout) {
		t.Errorf("timeout of the upstream: %v", err)
	}
	if _, err := call("marmara", "casino", "provider_list"); !errors.Is(err, bff.ReasonUnavailable) {
		t.Errorf("breaker of the upstream: %v", err)
	}

	noError(t, up.SetOverride(t.Context(), "marmara", "studio", bff.OverrideForcedOpen))
	if _, err := call("marmara", "livecasino", "category_list"); !errors.Is(err, bff.ReasonUnavailable) {
		t.Errorf("breaker forced open: %v", err)
	}
	wantFrom("first", "marmara", "casino", "category_list")

	writeFile(t, filepath.Dir(file), filepath.Base(file), server(third))
	noError(t, live.Reload())
	wantFrom("third", "marmara", "casino", "category_list")

	writeFile(t, filepath.Dir(file), filepath.Base(file), strings.Replace(server(first), "x-partner", "content-length", 1))
	assert.Error(t, live.Reload(), "an invalid upstream was accepted")
	wantFrom("third", "marmara", "casino", "category_list")
}

func TestReloadedRoutingTakesEffectImmediately(t *testing.T) {
	serve := func(name string) string {
		platform := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(`{"result":true,"message":"","data":[{"id":1,"title":"` + name + `","text":"","image":"/a.svg","link":"","button":"","Status":1,` +
				`"Start_date":"2026-01-01 00:00:00","End_date":"2026-12-31 00:00:00","sliderPlace":"sol","order":1}],"code":200,"debug":null,"pagination":null}`))
		}))
		t.Cleanup(platform.Close)
		return platform.URL
	}
	first, second := serve("first"), serve("second")
	file := writeConfig(t, envelopeConfig(first)+"  other:\n    adapter: envelope\n    url: "+second+"\ndata_dir: "+t.TempDir()+"\n")
	p, live := joined(t, file, slog.New(slog.DiscardHandler), nil)
	call := func(host string) (cache, body string) {
		r := httptest.NewRequest(http.MethodPost, "http://"+host+"/endpoint/v1", strings.NewReader(`{"api":{"class":"cmscontroller","method":"getSlider"},"data":{}}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Panel", "frontend")
		w := httptest.NewRecorder()
		p.gateway.ServeHTTP(w, r)
		return w.Header().Get("Croupier-Cache"), w.Body.String()
	}
	for _, host := range []string{"localhost", "zephyr.localhost"} {
		call(host)
		if cache, body := call(host); cache != "HIT" || !strings.Contains(body, "first") {
			t.Fatalf("%s is not cached: %s %s", host, cache, body)
		}
	}
	rewrite(t, brandFile(file, "marmara"), func(s string) string {
		return strings.Replace(s, "upstream: mock", "upstream: mock\nrouting: { cmscontroller: other }", 1)
	})
	noError(t, live.Reload())
	if cache, body := call("localhost"); cache != "MISS" || !strings.Contains(body, "second") {
		t.Errorf("marmara still uses the old platform: %s %s", cache, body)
	}
	if cache, _ := call("zephyr.localhost"); cache != "HIT" {
		t.Errorf("the cache of zephyr was purged without a change: %s", cache)
	}
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
	read := jackpots(live, &content.Reader{Calls: calls, Cache: responses, Upstream: upstream, Maintenance: noMaintenance{}})
	want := func(siteID string) {
		t.Helper()
		data, ok := read(t.Context(), "marmara", "tr", "")
		require.True(t, ok && string(data) == siteID, "%s, %v, want site id %s", data, ok, siteID)
	}
	want("889")
	rewrite(t, brandFile(file, "marmara"), func(s string) string {
		return strings.Replace(s, "site_id: 889", "site_id: 777", 1)
	})
	noError(t, live.Reload())
	want("777")
	if data, ok := read(t.Context(), "unknown", "tr", ""); ok {
		t.Errorf("jackpots of an unknown brand: %s", data)
	}
}

func TestHealthCalls(t *testing.T) {
	calls := loadContract(t)
	main, studio, wallet := bff.UpstreamRules{Name: "main"}, bff.UpstreamRules{Name: "studio"}, bff.UpstreamRules{Name: "wallet"}
	brand := &bff.Brand{ID: "marmara", Upstream: main, Languages: []bff.Language{{Lang: "tr"}}, Routing: map[string]bff.UpstreamRules{
		"livecasino": studio, "finance": wallet,
	}}
	for _, c := range []struct {
		name       string
		upstream   bff.UpstreamRules
		configured string
		class      string
		want       string // class of the call, or the call; empty: none
	}{
		{"a guest read of the class", main, "", "casino", "casino"},
		{"another class of a class without guest reads", main, "", "user", "cmscontroller"},
		{"the configured call", main, "casino/provider_list", "user", "casino/provider_list"},
		{"a call of the same upstream", studio, "", "livecasino", "livecasino"},
		{"a configured call of another upstream", studio, "casino/provider_list", "livecasino", ""},
		{"an upstream without guest reads", wallet, "", "finance", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := (&healthCalls{calls: calls, upstream: c.upstream, configured: c.configured}).of(brand, c.class)
			if r == nil {
				require.Equal(t, "", c.want, "none")
				return
			}
			if r.Call.Class != c.want && r.Call.Name() != c.want {
				t.Errorf("%s, want %s", r.Call.Name(), c.want)
			}
			assert.True(t, r.Rules.Who == bff.WhoGuest && r.Rules.Kind == bff.KindRead && r.Identity == nil && calls.CheckRequest(r.Call, r.Data) == nil && r.Rules.Deadline != 0,
				"request %+v", r)
		})
	}
}

// TestCachedCallsToHungPlatformOpenTheBreaker composes the real cache with the real chain and a
// platform that accepts connections and never answers. It runs in real time: under synctest two
// deadlines of equal length end at the same instant, which hides which of them ended the call.
func TestCachedCallsToHungPlatformOpenTheBreaker(t *testing.T) {
	const minimum, calls = 5, 30
	l, err := net.Listen("tcp", "127.0.0.1:0")
	noError(t, err)
	t.Cleanup(func() { _ = l.Close() })
	var reached atomic.Int64
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			reached.Add(1)
			go func() { _, _ = io.Copy(io.Discard, conn); _ = conn.Close() }()
		}
	}()
	adapter, err := envelope.New(envelope.Settings{URL: "http://" + l.Addr().String()})
	noError(t, err)
	chain := upstream.NewChain(adapter, upstream.Settings{
		Name: "hung", Breaker: upstream.BreakerSettings{Window: 10 * time.Minute, Minimum: minimum, OpenFor: time.Hour},
	})
	responses := cache.New(cache.Settings{})
	t.Cleanup(responses.Close)

	rules := bff.Rules{Who: bff.WhoGuest, Kind: bff.KindRead, Cache: bff.CachePolicy{TTL: time.Minute}, Deadline: 100 * time.Millisecond}
	brand, call := &bff.Brand{ID: "marmara", Upstream: bff.UpstreamRules{Name: "hung"}}, &bff.Call{Class: "casino", Method: "games_list", Rules: rules}
	answered := map[string]int{}
	for i := range calls {
		_, err := responses.Do(t.Context(), &bff.UpstreamRequest{
			RequestID: "r", Brand: brand, Call: call, Rules: rules, Lang: "tr", Data: map[string]any{"offset": json.Number(strconv.Itoa(i))},
		}, chain)
		answered[reasonDebug(err)]++
	}
	n := reached.Load()
	assert.True(t, n <= minimum, "%d of %d calls reached the hung platform, want at most %d", n, calls, minimum)
	state := chain.States()[0]
	assert.Equal(t, "open", state.State,
		"the breaker is %s after %d failures of %d calls", state.State, state.Failures, state.Calls)
	assert.True(t, answered["upstream unavailable"] >= calls-minimum, "answers: %v", answered)
}

func reasonDebug(err error) string {
	if r, ok := err.(*bff.Reason); ok { //nolint:errorlint // for a table of outcomes
		return r.Debug
	}
	return "no reason"
}
