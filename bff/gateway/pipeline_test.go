package gateway_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/gateway"
)

func TestUpstreamRequestIsComplete(t *testing.T) {
	r := newPlayer(t)
	r.marmara().Upstream.Control = true
	body := api("casino/init_game", `{"gameID":5,"Lang":"en","later":{"b":1,"a":[null]}}`)
	r.call(body, cookie("s"), from("203.0.113.5"), header("X-Mock-World", "w-1"))
	require.Len(t, r.sent, 1, "%d calls were sent", len(r.sent))
	u := r.sent[0]
	assert.True(t, u.Brand == r.marmara() && u.Call.Name() == "casino/init_game" && u.Rules.Kind == bff.KindWrite && u.Rules.Deadline > 0 && u.Lang == "en" && u.Visitor.String() == "203.0.113.5" && u.World == "w-1" && len(u.RequestID) == 26 && u.Identity != nil && u.Identity.UID == "7" && u.IdempotencyKey == "",
		"sent %+v", u)
	want := map[string]any{"gameID": json.Number("5"), "Lang": "en", "later": map[string]any{"b": json.Number("1"), "a": []any{nil}}}
	for key, value := range want {
		assert.Equal(t, value, u.Data[key], "data.%s is %#v, want %#v", key, u.Data[key], value)
	}
	// The language is one of the brand's, or its default. A guest call has no identity, whatever it sends.
	for data, lang := range map[string]string{`{}`: "tr", `{"Lang":"ar"}`: "ar", `{"Lang":"fr"}`: "tr"} {
		r.sent = nil
		body := strings.TrimSuffix(api("casino/provider_list", data), "}") + `,"user":{"uid":"forged","sid":"forged"}}`
		r.call(body, cookie("s"))
		u := r.sent[0]
		assert.True(t, u.Lang == lang && u.Data["Lang"] == lang && u.Identity == nil && u.World == "", "%s: sent %+v", data, u)
	}
}

func TestAnswerDataIsUnchanged(t *testing.T) {
	r := newFixture(t)
	data := `[{"b":1.50,"a":"<b>ğ</b>"}]`
	r.respond(bff.Answer{Result: true, Message: "<ok> & \"ç\"", Data: []byte(data), Code: 200, Pagination: &bff.Pagination{Limit: 10, Offset: 5, Total: 312}})
	w, e := r.call(providers)
	const want = `{"result":true,"message":"<ok> & \"ç\"","data":[{"b":1.50,"a":"<b>ğ</b>"}],"code":200,"debug":null,` +
		`"pagination":{"limit":10,"offset":5,"total":312}}`
	assert.Equal(t, want, w.Body.String(), "got  %s\nwant %s", w.Body, want)
	assert.Equal(t, bff.Pagination{Limit: 10, Offset: 5, Total: 312}, *e.Pagination, "pagination %+v", e.Pagination)
	checkHeaders(t, w.Header(), map[string]string{"Croupier-Cache": "BYPASS", "Age": ""})
}

// fakeCache is a gateway.ResponseCache that always returns the same response.
type fakeCache struct {
	state bff.CacheState
	age   int
	calls []string
}

func (a *fakeCache) Lookup(*bff.UpstreamRequest) *bff.CacheLookup { return nil }

func (a *fakeCache) Do(ctx context.Context, r *bff.UpstreamRequest, next bff.Upstream) (bff.CacheResult, error) {
	a.calls = append(a.calls, r.Call.Name())
	if a.state == bff.CacheMiss {
		answer, err := next.Do(ctx, r)
		return bff.CacheResult{Answer: answer, State: a.state}, err
	}
	return bff.CacheResult{Answer: answerOf(`"cached"`), State: a.state, Age: a.age}, nil
}

func TestCacheStateHeaders(t *testing.T) {
	for _, row := range []struct {
		state     bff.CacheState
		age, data string
	}{
		{bff.CacheHit, "7", `"cached"`},
		{bff.CacheStale, "7", `"cached"`},
		{bff.CacheCoalesced, "", `"cached"`},
		{bff.CacheMiss, "", `[]`},
	} {
		r := newFixture(t, func(o *gateway.Options) { o.Cache = &fakeCache{state: row.state, age: 7} })
		w, e := r.call(providers)
		assert.Equal(t, row.data, string(e.Data), "%s: data %s", row.state, e.Data)
		checkHeaders(t, w.Header(), map[string]string{"Croupier-Cache": string(row.state), "Age": row.age})
	}
}

func TestOnlyGuestReadsAreCached(t *testing.T) {
	cached := &fakeCache{state: bff.CacheHit}
	r := newPlayer(t, func(o *gateway.Options) { o.Cache = cached })
	forever := bff.CachePolicy{TTL: time.Hour}
	r.marmara().Cache = map[string]bff.CachePolicy{
		"user/get_user_profile": forever, "casino/games_list": forever, "user/forgot": forever,
	}
	for _, row := range []struct {
		body   string
		cached bool
	}{
		{providers, true},
		{api("casino/games_list", ""), true},
		{api("casino/games_list", `{"favorites":true}`), false},
		{api("user/get_user_profile", ""), false},
		{api("user/forgot", `{"email":"demo@example.com"}`), false},
	} {
		cached.calls = nil
		w, e := r.call(row.body, cookie("s"))
		assert.True(t, e.Result && (len(cached.calls) == 1) == row.cached, "%s: cache calls %v, %+v", row.body, cached.calls, e)
		assert.NotEqual(t, row.cached, w.Header().Get("Croupier-Cache") == "BYPASS",
			"%s: %s", row.body, w.Header().Get("Croupier-Cache"))
	}
}

func TestCheckStatus(t *testing.T) {
	status := api("maintenance/check_status", "")
	r := newFixture(t)
	r.call(providers)
	_, e := r.want("open", 200, "", status)
	assert.True(t, string(e.Data) == `{"message":"","until":null}` && e.Debug == nil, "open: %+v", e)
	assert.Equal(t, []string{"casino/provider_list", ""}, r.maintenanceCalls, "checked %q", r.maintenanceCalls)
	r.state = bff.MaintenanceState{
		On: true, Message: map[string]string{"tr": "Bakım var"}, Until: time.Date(2026, 1, 2, 4, 0, 0, 0, time.UTC),
	}
	_, e = r.want("closed", 200, "maintenance", status)
	assert.True(t, string(e.Data) == `{"message":"Bakım var","until":"2026-01-02 07:00:00"}` && e.Message == "This site is under maintenance",
		"closed: %+v", e)
	r.state = bff.MaintenanceState{On: true}
	_, e = r.call(api("maintenance/check_status", `{"Lang":"en"}`))
	assert.Equal(t, `{"message":"This site is under maintenance","until":null}`, string(e.Data),
		"closed without end: %s", e.Data)
	r.wantSent("check_status", "casino/provider_list")
}

func TestDisconnectedClientGetsNoAnswer(t *testing.T) {
	r := newFixture(t)
	ctx, leave := context.WithCancel(context.Background())
	r.answer = func(sent context.Context, _ *bff.UpstreamRequest) (*bff.Answer, error) {
		leave()
		return nil, sent.Err()
	}
	w := r.serve(r.request(providers).WithContext(ctx))
	assert.True(t, w.Body.Len() <= 0 && r.observations[0].Status == 499 && r.observations[0].Err == nil,
		"got %q, seen %+v", w.Body, r.observations[0])
	r.failWith(context.Canceled)
	r.want("a cancellation without a disconnect", 500, "internal error", providers)
}

func TestSiteIDIsPinned(t *testing.T) {
	for _, call := range []string{"cmscontroller/popupInformation", "slider/get_active_items", "slider/get_all_items"} {
		for _, data := range []string{`{}`, `{"siteId":111}`, `{"siteId":889.0}`} {
			r := newFixture(t)
			r.marmara().SiteID = 889
			_, e := r.call(api(call, data))
			assert.True(t, e.Result && r.sent[0].Data["siteId"] == json.Number("889"),
				"%s with %s: %+v", call, data, r.sent[0].Data)
		}
	}
}

func TestPasswordResetDoesNotRevealAccounts(t *testing.T) {
	r := newFixture(t)
	const body = `{"email":"demo@example.com"}`
	r.respond(bff.Answer{Result: true, Message: "sent", Data: []byte(`{"id":7}`), Code: 200})
	known, _ := r.call(api("user/forgot", body)) // the platform's own words differ
	r.respond(bff.Answer{Message: "no such address", Code: 404, Debug: "unknown"})
	unknown, e := r.call(api("user/forgot", body))
	assert.True(t, known.Body.String() == unknown.Body.String() && e.Result, "known %s\nunknown %s", known.Body, unknown.Body)
	r.failWith(bff.ReasonUpstreamTimeout)
	if _, e := r.call(api("user/forgot", body)); e.Code != 504 {
		t.Errorf("no answer: %+v", e)
	}
}

func TestBodiesThatCannotBeRead(t *testing.T) {
	chunked := func(body io.Reader) func(*http.Request) {
		return func(r *http.Request) { r.Body, r.ContentLength = io.NopCloser(body), -1 }
	}
	for _, row := range []struct {
		name string
		edit func(*http.Request)
		code int
	}{
		{"shorter than announced", func(r *http.Request) { r.ContentLength += 10 }, 400},
		{"chunked", chunked(strings.NewReader(providers)), 200},
		{"chunked and cut off", chunked(io.MultiReader(strings.NewReader(providers[:10]), iotest.ErrReader(io.ErrUnexpectedEOF))), 400},
		{"chunked and too large", chunked(strings.NewReader(strings.Repeat(" ", 65<<10))), 413},
	} {
		w, _ := newFixture(t).call(providers, row.edit)
		assert.Equal(t, row.code, w.Code, "%s: got %d %s, want %d", row.name, w.Code, w.Body, row.code)
	}
}
