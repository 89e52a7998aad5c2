package gateway_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/cache"
	"croupier/bff/gateway"
)

// countingContract counts validations.
type countingContract struct {
	gateway.Contract
	n int
}

func (c *countingContract) CheckRequest(call *bff.Call, data map[string]any) *bff.FieldFault {
	c.n++
	return c.Contract.CheckRequest(call, data)
}

// newCachingFixture returns a gateway with the real cache.
func newCachingFixture(t *testing.T) (r *fixture, read *countingContract, responses *cache.Cache) {
	t.Helper()
	read = &countingContract{Contract: catalogue()}
	r = newFixture(t, func(o *gateway.Options) {
		responses = cache.New(cache.Settings{Now: o.Clock})
		o.Cache, o.Contract = responses, read
	})
	t.Cleanup(responses.Close)
	r.answer = func(_ context.Context, u *bff.UpstreamRequest) (*bff.Answer, error) {
		data := fmt.Sprintf(`["%d %s %s %s %v"]`, len(r.sent), u.Brand.ID, u.Lang, u.World, u.Data["offset"])
		return answerOf(data), nil
	}
	return r, read, responses
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
	r, read, responses := newCachingFixture(t)
	r.marmara().Upstream.Control = true
	step := func(want string, reads int, body string, edits ...func(*http.Request)) {
		t.Helper()
		before := read.n
		got := post(r, body, edits...)
		assert.True(t, got == want && read.n-before == reads,
			"got %s after %d readings, want %s after %d", got, read.n-before, want, reads)
	}
	step(`MISS ["1 marmara tr  0"]`, 1, providers)
	step(`HIT ["1 marmara tr  0"]`, 0, providers)
	step(`HIT ["1 marmara tr  0"]`, 1, providers+" ") // other bytes, the same call
	step(`HIT ["1 marmara tr  0"]`, 0, providers, header("Accept-Encoding", "br"), from("203.0.113.9"))
	step(`HIT ["1 marmara tr  0"]`, 0, providers, host("LOCALHOST:8080"))
	step(`MISS ["2 zephyr tr  0"]`, 1, providers, host("zephyr.localhost"))
	step(`MISS ["3 marmara tr w 0"]`, 1, providers, header("X-Mock-World", "w"))
	step(`HIT ["3 marmara tr w 0"]`, 0, providers, header("X-Mock-World", "w"))
	step(`HIT ["1 marmara tr  0"]`, 0, providers)

	if n, err := responses.Purge(t.Context(), "marmara", ""); n != 2 || err != nil {
		t.Errorf("dropped %d, %v", n, err)
	}
	step(`MISS ["4 marmara tr  0"]`, 0, providers)

	// A reloaded brand is a new one, which may have other languages.
	r.brands["localhost"] = brand("marmara", "en")
	step(`MISS ["5 marmara en  0"]`, 1, providers)
}

func TestParsedCallsPassAllOtherStages(t *testing.T) {
	r, read, _ := newCachingFixture(t)
	post(r, providers)
	checked := len(r.maintenanceCalls)
	for name, row := range map[string]struct {
		want  string
		edits []func(*http.Request)
	}{
		"panel":   {"403 panel header missing", []func(*http.Request){without("panel")}},
		"origin":  {"403 origin refused", []func(*http.Request){header("Origin", "https://evil.example")}},
		"type":    {"415 unsupported media type", []func(*http.Request){header("Content-Type", "text/plain")}},
		"a host":  {"421 unknown host", []func(*http.Request){host("evil.example")}},
		"no host": {"403 origin refused", []func(*http.Request){header("Sec-Fetch-Site", "cross-site")}},
	} {
		assert.Equal(t, row.want, post(r, providers, row.edits...), name)
	}
	r.visitFrom("KP")
	assert.Equal(t, "403 region blocked", post(r, providers), "country")
	r.country, r.marmara().Blocked = "", nil
	r.limiter.denied[bff.LimitAddress] = time.Second
	assert.Equal(t, "429 rate limited", post(r, providers), "limit")
	delete(r.limiter.denied, bff.LimitAddress)
	r.state.On = true
	if got := post(r, providers); got != "503 maintenance" || r.maintenanceCalls[checked] != "casino/provider_list" {
		t.Errorf("maintenance: %s, checked %q", got, r.maintenanceCalls[checked:])
	}
	r.state.On = false
	if got := post(r, providers); got != `HIT ["1 marmara tr  0"]` || read.n != 1 {
		t.Errorf("afterwards: %s after %d readings", got, read.n)
	}
	last := r.observations[len(r.observations)-1]
	assert.True(t, last.Call == "casino/provider_list" && last.Cache == bff.CacheHit && last.Code == 200 && last.Status == 200 && last.Bytes != 0,
		"observed %+v", last)
}

func TestOnlyReadsAreRemembered(t *testing.T) {
	r, read, _ := newCachingFixture(t)
	r.sessions.open("s")
	for body, want := range map[string]int{
		api("user/get_user_profile", ""):                                              1,
		api("casino/games_list", `{"favorites":true}`):                                1,
		api("user/update_profile", ""):                                                2,
		api("maintenance/check_status", ""):                                           2,
		strings.Replace(providers, `}}`, `},"user":{"uid":"sealed"}}`, 1):             2,
		`{"api":{"class":"casino","method":"provider_list"},"data":{"limit":"many"}}`: 2,
		providers + strings.Repeat(" ", 5000):                                         2,
	} {
		before := read.n
		post(r, body, cookie("s"))
		post(r, body, cookie("s"))
		got := read.n - before
		assert.Equal(t, want, got, "%.90s was read %d times, want %d", body, got, want)
	}
}

// A read that was decoded before needs a session like any other, and is refused early while its upstream takes
// no calls.
func TestRememberedReadsOfPlayersAreChecked(t *testing.T) {
	read := &countingContract{Contract: catalogue()}
	var refused error
	r := newFixture(t, func(o *gateway.Options) {
		o.Contract, o.Refusal = read, func(*bff.Brand, *bff.Call, string) error { return refused }
	})
	r.sessions.open("s")
	profile := api("user/get_user_profile", "")
	post(r, profile, cookie("s"))
	assert.Equal(t, "403 anonymous user", post(r, profile), "without a session")
	refused = bff.ReasonUnavailable.WithDelivery(bff.DeliveryNotSent)
	assert.Equal(t, "503 upstream unavailable", post(r, profile, cookie("s")), "refused")
	refused = nil
	got := post(r, profile, cookie("s"))
	assert.True(t, !strings.HasPrefix(got, "5") && read.n == 1 && len(r.sent) == 2,
		"afterwards: %s after %d readings, %d sent", got, read.n, len(r.sent))
}

// TestPlayersNeverShareResponses sends every example as two players and as a guest, to a brand with a
// cache policy for every call.
func TestPlayersNeverShareResponses(t *testing.T) {
	r, _, _ := newCachingFixture(t)
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
					edits := []func(*http.Request){header("Idempotency-Key", uuid)}
					if player != "" {
						r.sessions.open(player, func(s *bff.Session) { s.Identity.UID = player })
						edits = append(edits, cookie(player))
					}
					w, _ := r.call(body, edits...)
					for _, other := range players[:2] {
						if other != player && strings.Contains(w.Body.String(), other) {
							t.Errorf("%s: %q received the response of %s", call.Name(), player, other)
						}
					}
					if player != "" && strings.Contains(w.Body.String(), player) {
						personal++
					}
					if w.Header().Get("Croupier-Cache") == "HIT" {
						hits++
						assert.Equal(t, bff.WhoGuest, call.Rules.Who, "%s was cached", call.Name())
					}
				}
			}
		}
	}
	assert.True(t, personal >= 50 && hits >= 50,
		"%d answers to players, %d cached ones: too few for the test to mean anything", personal, hits)
}

// decodeBody decodes a response in the encoding that it declares.
func decodeBody(t *testing.T, w *httptest.ResponseRecorder) (e envelope) {
	t.Helper()
	var body io.Reader = w.Body
	switch w.Header().Get("Content-Encoding") {
	case "gzip":
		z, err := gzip.NewReader(body)
		must(t, err)
		body = z
	case "br":
		body = brotli.NewReader(body)
	}
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
		got := w.Header().Get("Content-Encoding")
		assert.Equal(t, row.encoding, got,
			"%s: Content-Encoding %q, want %q: %d %.200s", row.name, got, row.encoding, w.Code, w.Body)
		if got := decodeBody(t, w); string(got.Data) != row.data {
			t.Errorf("%s: %.60s", row.name, got.Data)
		}
	}
}

func TestCachedResponsesAreSentInTheAcceptedEncoding(t *testing.T) {
	r, _, _ := newCachingFixture(t)
	r.respond(accepted(longList))
	_, want := r.call(providers)
	for accept, encoding := range map[string]string{"": "", "gzip, deflate": "gzip", "gzip, deflate, br, zstd": "br", "br;q=0": ""} {
		w := r.serve(r.request(providers, header("Accept-Encoding", accept)))
		checkHeaders(t, w.Header(), map[string]string{
			"Content-Encoding": encoding, "Vary": "Accept-Encoding", "Content-Type": "application/json",
			"Content-Length": fmt.Sprint(w.Body.Len()), "Croupier-Cache": "HIT", "Age": "0",
		})
		got := decodeBody(t, w)
		assert.True(t, string(got.Data) == longList && got.Code == want.Code, "%q: %.60s", accept, got.Data)
	}
}

func TestStaleResponsesHaveAge(t *testing.T) {
	r, _, _ := newCachingFixture(t)
	post(r, providers)
	r.failWith(bff.ReasonUnavailable)
	r.now = r.now.Add(2 * time.Hour) // after revalidation, within stale-if-error
	w, e := r.call(providers)
	assert.True(t, e.Result, "%+v", e)
	checkHeaders(t, w.Header(), map[string]string{"Croupier-Cache": "STALE", "Age": "7200"})
}

func TestCachedResponsesVaryByOriginOfListedClients(t *testing.T) {
	r, _, _ := newCachingFixture(t)
	withBodyTransport(r)
	r.marmara().Origins.Clients = []string{"https://app.example"}
	r.call(providers)
	w, _ := r.call(providers)
	vary := w.Header().Values("Vary")
	assert.Equal(t, "Origin, Accept-Encoding", strings.Join(vary, ", "), "Vary %q", vary)
}
