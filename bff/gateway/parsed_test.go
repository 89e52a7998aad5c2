package gateway_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"
	"weak"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/gateway"
	"croupier/bff/internal/indexkey"
	"croupier/bff/ops/telemetry"
	"croupier/bff/platform/cache"
	"croupier/bff/player/block"
	"croupier/bff/player/limit"
	"croupier/bff/player/protection"
	"croupier/bff/test/testkit"
)

// newCachingFixture returns a gateway with the real cache.
func newCachingFixture(t *testing.T) (r *fixture, responses *cache.Cache) {
	t.Helper()
	r = newFixture(t, func(o *gateway.Options) {
		responses = cache.New(cache.Settings{Now: o.Clock})
		o.Cache = responses
	})
	t.Cleanup(responses.Close)
	r.answer = func(_ context.Context, u *bff.UpstreamRequest) (*bff.Answer, error) {
		data := fmt.Sprintf(`["%d %s %s %v"]`, len(r.sent), u.Partition, u.Lang, u.Data["offset"])
		return answerOf(data), nil
	}
	return r, responses
}

// post sends a body and returns cache state and data, or status and debug.
func post(r *fixture, body string, edits ...func(*http.Request)) string {
	r.t.Helper()
	w, e := r.call(body, edits...)
	if e.Debug != nil {
		return fmt.Sprint(w.Code, " ", *e.Debug)
	}
	return w.Header().Get("Croupier-Cache") + " " + string(e.Data)
}

func TestEqualBodiesAreParsedOnce(t *testing.T) {
	r, responses := newCachingFixture(t)
	r.marmara().Upstream.Control = true
	step := func(want string, reads int, body string, edits ...func(*http.Request)) {
		t.Helper()
		before := r.remembered()
		assert.Equal(t, want, post(r, body, edits...))
		assert.Equal(t, reads, r.remembered()-before, "bodies that were decoded")
	}
	step(`MISS ["1 marmara tr 0"]`, 1, providers)
	step(`HIT ["1 marmara tr 0"]`, 0, providers)
	step(`HIT ["1 marmara tr 0"]`, 1, providers+" ") // other bytes, the same call
	step(`HIT ["1 marmara tr 0"]`, 0, providers, header("Accept-Encoding", "br"), from("203.0.113.9"))
	step(`HIT ["1 marmara tr 0"]`, 0, providers, host("LOCALHOST:8080"))
	step(`MISS ["2 zephyr tr 0"]`, 1, providers, host("zephyr.localhost"))
	step(`MISS ["3 marmara/w tr 0"]`, 1, providers, header("X-Mock-World", "w"))
	step(`HIT ["3 marmara/w tr 0"]`, 0, providers, header("X-Mock-World", "w"))
	step(`HIT ["1 marmara tr 0"]`, 0, providers)
	n, err := responses.Purge(t.Context(), "marmara", "")
	must(t, err)
	assert.EqualValues(t, 2, n, "dropped responses")
	step(`MISS ["4 marmara tr 0"]`, 0, providers)
	// A reload creates a new brand, which may have other languages.
	r.brands["localhost"] = brand("marmara", "en")
	step(`MISS ["5 marmara en 0"]`, 1, providers)
}

func TestReplacedBrandIsNotHeld(t *testing.T) {
	r, _ := newCachingFixture(t)
	old := weak.Make(r.marmara())
	for range 2 {
		post(r, providers)
	}
	for host, b := range r.brands {
		if b.ID == "marmara" {
			r.brands[host] = brand("marmara", "en")
		}
	}
	r.sent, r.observations = nil, nil
	for range 3 { // the second run empties the pools of requests
		runtime.GC()
	}
	assert.True(t, old.Value() == nil)
}

func TestParsedCallsPassAllOtherStages(t *testing.T) {
	r, _ := newCachingFixture(t)
	post(r, providers)
	checked := len(r.maintenanceCalls)
	for want, edit := range map[string]func(*http.Request){
		"403 panel header missing":   without("panel"),
		"403 origin refused":         header("Origin", "https://evil.example"),
		"415 unsupported media type": header("Content-Type", "text/plain"),
		"421 unknown host":           host("evil.example"),
	} {
		assert.Equal(t, want, post(r, providers, edit))
	}
	assert.Equal(t, "403 origin refused", post(r, providers, header("Sec-Fetch-Site", "cross-site")), "no origin")
	r.visitFrom("KP")
	assert.Equal(t, "403 region blocked", post(r, providers), "country")
	r.country, r.marmara().Blocked = "", nil
	r.limiter.denied[bff.LimitAddress] = time.Second
	assert.Equal(t, "429 rate limited", post(r, providers), "limit")
	delete(r.limiter.denied, bff.LimitAddress)
	r.state.On = true
	assert.Equal(t, "503 maintenance", post(r, providers))
	assert.Equal(t, []string{"slots"}, r.maintenanceCalls[checked:])
	r.state.On = false
	assert.Equal(t, `HIT ["1 marmara tr 0"]`, post(r, providers), "afterwards")
	assert.Equal(t, 1, r.remembered(), "bodies that were decoded")
	last := r.observations[len(r.observations)-1]
	assert.Equal(t, "casino/provider_list HIT 200 200",
		fmt.Sprint(last.Call, " ", last.Cache, " ", last.Code, " ", last.Status))
	assert.NotZero(t, last.Bytes)
}

func TestOnlyReadsAreRemembered(t *testing.T) {
	r, _ := newCachingFixture(t)
	r.sessions.open("s")
	for body, want := range map[string]int{
		api("user/get_user_profile", ""):                                              1,
		api("casino/games_list", `{"favorites":true}`):                                1,
		api("user/update_profile", ""):                                                0,
		api("maintenance/check_status", ""):                                           0,
		strings.Replace(providers, `}}`, `},"user":{"uid":"sealed"}}`, 1):             0,
		`{"api":{"class":"casino","method":"provider_list"},"data":{"limit":"many"}}`: 0,
		providers + strings.Repeat(" ", 5000):                                         0,
	} {
		before := r.remembered()
		post(r, body, cookie("s"))
		assert.Equal(t, want, r.remembered()-before, "%.90s is remembered", body)
	}
}

// A remembered read needs a session like any other. Croupier refuses it early while its upstream
// takes no calls, and sends it again when the upstream recovers.
func TestRememberedReadsOfPlayersAreChecked(t *testing.T) {
	var refused error = bff.ReasonUnavailable.WithDelivery(bff.DeliveryNotSent)
	r := newPlayer(t, func(o *gateway.Options) {
		o.Refusal = func(*bff.Brand, *bff.Call, bff.Partition) error { return refused }
	})
	profile := api("user/get_user_profile", "")
	for range 2 {
		w, _ := r.want("refused", 503, "upstream unavailable", profile, cookie("s"))
		assert.NotEmpty(t, w.Header().Get("Retry-After"))
	}
	refused = nil
	assert.Equal(t, "403 anonymous user", post(r, profile), "without a session")
	r.want("afterwards", 200, "", profile, cookie("s"))
	r.wantSent("afterwards", "user/get_user_profile")
	assert.Equal(t, 1, r.remembered(), "bodies that were decoded")
}

// TestPlayersNeverShareResponses sends every example as two players and as a guest. The brand has a
// cache policy for every call.
func TestPlayersNeverShareResponses(t *testing.T) {
	r, _ := newCachingFixture(t)
	r.marmara().Cache = map[string]bff.CachePolicy{}
	for _, call := range catalogue().Calls() {
		r.marmara().Cache[call.Name()] = bff.CachePolicy{TTL: time.Hour}
	}
	r.answer = func(_ context.Context, u *bff.UpstreamRequest) (*bff.Answer, error) {
		who := "nobody"
		if u.Identity != nil {
			who = u.Identity.UID
		}
		return answerOf(`{"for":"` + who + `"}`), nil
	}
	players := []string{"player-one", "player-two", ""}
	personal, hits := 0, 0
	for _, call := range catalogue().Calls() {
		for _, example := range catalogue().Examples(call) {
			body := api(call.Name(), string(example.Data))
			for range 2 {
				for _, player := range players {
					if player != "" {
						r.sessions.open(player, func(s *bff.Session) { s.Identity.UID = player })
					}
					w, _ := r.call(body, header("Idempotency-Key", uuid), cookie(player))
					for _, other := range players[:2] {
						if other == player && strings.Contains(w.Body.String(), player) {
							personal++
						} else if other != player {
							assert.NotContains(t, w.Body.String(), other, "%s: received by %q", call.Name(), player)
						}
					}
					if w.Header().Get("Croupier-Cache") == "HIT" {
						hits++
						assert.Equal(t, bff.WhoGuest, call.Rules.Who, "%s was cached", call.Name())
					}
				}
			}
		}
	}
	assert.GreaterOrEqual(t, min(personal, hits), 50, "too few answers to players, or cached ones")
}

// decodeBody decodes a response in the encoding that it declares.
func decodeBody(t *testing.T, w *httptest.ResponseRecorder) (e envelope) {
	t.Helper()
	var body io.Reader = w.Body
	var err error
	switch w.Header().Get("Content-Encoding") {
	case "gzip":
		body, err = gzip.NewReader(body)
	case "br":
		body = brotli.NewReader(body)
	}
	must(t, err)
	must(t, json.NewDecoder(body).Decode(&e))
	return e
}

var longList = `["` + strings.Repeat("Boğaz Fırtınası ", 200) + `"]`

func TestReadsThatAreSentOnceAreCompressed(t *testing.T) {
	for _, row := range []struct {
		name, call, accept, data, encoding string
	}{
		{"a list", "finance/list_transactions", "gzip, deflate, br", longList, "gzip"},
		{"a list to a client without encodings", "finance/list_transactions", "", longList, ""},
		{"a short answer", "finance/list_transactions", "gzip", `[]`, ""},
		{"a write", "user/update_profile", "gzip", longList, ""},
	} {
		r := newPlayer(t)
		r.respond(accepted(row.data))
		w := r.serve(r.request(api(row.call, "{}"), cookie("s"), header("Accept-Encoding", row.accept)))
		assert.Equal(t, row.encoding, w.Header().Get("Content-Encoding"), row.name)
		assert.Equal(t, row.data, string(decodeBody(t, w).Data), row.name)
	}
}

func TestCachedResponsesAreSentInTheAcceptedEncoding(t *testing.T) {
	r, _ := newCachingFixture(t)
	r.respond(accepted(longList))
	_, want := r.call(providers)
	for accept, encoding := range map[string]string{
		"": "", "gzip, deflate": "gzip", "gzip, deflate, br, zstd": "br", "br;q=0": "",
	} {
		w := r.serve(r.request(providers, header("Accept-Encoding", accept)))
		checkHeaders(t, w.Header(), map[string]string{
			"Content-Encoding": encoding, "Vary": "Accept-Encoding", "Content-Type": "application/json",
			"Content-Length": fmt.Sprint(w.Body.Len()), "Croupier-Cache": "HIT", "Age": "0",
		})
		got := decodeBody(t, w)
		assert.True(t, string(got.Data) == longList && got.Code == want.Code, "%q: %.60s", accept, got.Data)
	}
}

func TestCachedResponsesVaryByOriginOfListedClients(t *testing.T) {
	r, _ := newCachingFixture(t)
	withBodyTransport(r)
	r.marmara().Origins.Clients = []string{"https://app.example"}
	r.call(providers)
	w, _ := r.call(providers)
	assert.Equal(t, "Origin, Accept-Encoding", strings.Join(w.Header().Values("Vary"), ", "))
}

// unprotected is a gateway.Protection of players without limits.
type unprotected struct{ gateway.Protection }

func (unprotected) MinuteDue(context.Context, *bff.Brand, string) bool { return false }

func (unprotected) Restriction(context.Context, *bff.Brand, string) protection.Restriction {
	return protection.Unrestricted
}

// newRealGateway returns a gateway with the real limiter, for tests and benchmarks without a
// fixture.
func newRealGateway(tb testing.TB, platform bff.Upstream, change func(*gateway.Options)) http.Handler {
	tb.Helper()
	marmara := brand("marmara", "tr", "en")
	blocks, err := block.Open(tb.Context(),
		block.Options{Store: new(testkit.Records), Bus: new(testkit.Bus), IndexKey: indexkey.New()})
	require.NoError(tb, err)
	o := gateway.Options{
		Contract: catalogue(), Maintenance: new(fixture), IdempotencyStore: &idempotencyStore{}, Upstream: platform,
		Blocks: blocks, Bus: new(testkit.Bus), Protection: unprotected{},
		Sessions: &sessions{
			byToken: map[string]*bff.Session{"t": {ID: "t", Brand: "marmara", ExpiresAt: time.Now().Add(time.Hour)}},
		},
		Brands: func(string) (*bff.Brand, bool) { return marmara, true },
		Limiter: limit.New(limit.Options{Allowance: func(string, bff.LimitRule) (bff.Allowance, bool) {
			return bff.Allowance{Count: 1 << 30, Window: time.Second, Burst: 1 << 30}, true
		}}),
		Site: http.NotFoundHandler(), Bootstrap: func(*bff.Scope) ([]byte, error) { return nil, nil },
		Log: slog.New(slog.DiscardHandler),
	}
	change(&o)
	return gateway.New(o)
}

// sink is a ResponseWriter that discards the body.
type sink struct{ h http.Header }

func (s *sink) Header() http.Header         { return s.h }
func (s *sink) Write(b []byte) (int, error) { return len(b), nil }
func (s *sink) WriteHeader(int)             {}

// BenchmarkCachedAnswer measures a cached response without the connection. It uses a remembered
// body, a body with a user object that is decoded each time, and a log line.
func BenchmarkCachedAnswer(b *testing.B) {
	list := answerOf("[" +
		strings.Repeat(`{"providerID":1,"providerName":"Evi","logo":"/mock/art/1.svg"},`, 60) + "{}]")
	platform := bff.UpstreamFunc(func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) { return list, nil })
	for _, row := range []struct {
		name, body string
		level      slog.Level
	}{
		{"remembered", providers, slog.LevelError},
		{"decoded", strings.Replace(providers, "}}", `},"user":{}}`, 1), slog.LevelError},
		{"remembered and logged", providers, slog.LevelInfo},
	} {
		b.Run(row.name, func(b *testing.B) {
			responses := cache.New(cache.Settings{Checker: catalogue()})
			b.Cleanup(responses.Close)
			handler := newRealGateway(b, platform, func(o *gateway.Options) {
				o.Cache, o.Observer = responses, telemetry.NewMetrics()
				o.Log = slog.New(slog.NewJSONHandler(struct{ io.Writer }{io.Discard},
					&slog.HandlerOptions{Level: row.level}))
			})
			reader := strings.NewReader(row.body)
			r := httptest.NewRequestWithContext(b.Context(), http.MethodPost, "http://localhost/endpoint/v1", reader)
			r.Header = http.Header{
				"Panel": {"frontend"}, "Content-Type": {"application/json"}, "Accept-Encoding": {"gzip, deflate, br"},
				"Origin": {"http://localhost"}, "Cookie": {"croupier=t"},
			}
			w := &sink{h: http.Header{}}
			serve := func() string {
				reader.Reset(row.body)
				clear(w.h)
				handler.ServeHTTP(w, r)
				return w.h.Get("Croupier-Cache")
			}
			serve()
			b.ReportAllocs()
			for b.Loop() {
				require.Equal(b, "HIT", serve(), "%v", w.h)
			}
		})
	}
}
