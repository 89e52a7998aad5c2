package gateway_test

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/gateway"
)

func TestUpstreamRequestIsComplete(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s")
	r.marmara().Upstream.Control = true
	r.call(api("casino/init_game", `{"gameID":5,"Lang":"en","later":{"b":1,"a":[null]}}`), cookie("s"), from("203.0.113.5"), header("X-Mock-World", "w-1"))
	if len(r.sent) != 1 {
		t.Fatalf("%d calls were sent", len(r.sent))
	}
	u := r.sent[0]
	if u.Brand != r.marmara() || u.Call.Name() != "casino/init_game" || u.Rules.Kind != bff.KindWrite || u.Rules.Deadline <= 0 ||
		u.Lang != "en" || u.Visitor.String() != "203.0.113.5" || u.World != "w-1" || len(u.RequestID) != 26 ||
		u.Identity == nil || u.Identity.UID != "7" || u.IdempotencyKey != "" {
		t.Errorf("sent %+v", u)
	}
	want := map[string]any{"gameID": json.Number("5"), "Lang": "en", "later": map[string]any{"b": json.Number("1"), "a": []any{nil}}}
	for key, value := range want {
		if !reflect.DeepEqual(u.Data[key], value) {
			t.Errorf("data.%s is %#v, want %#v", key, u.Data[key], value)
		}
	}
}

func TestGuestCallsAreSentWithoutIdentity(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s")
	r.call(strings.Replace(providers, `}}`, `},"user":{"uid":"forged","sid":"forged"}}`, 1), cookie("s"))
	if len(r.sent) != 1 || r.sent[0].Identity != nil || r.sent[0].World != "" {
		t.Errorf("sent %+v", r.sent)
	}
}

func TestUnsupportedLanguageBecomesDefault(t *testing.T) {
	for _, row := range []struct{ name, data, lang string }{
		{"none: the brand's own", `{}`, "tr"},
		{"one of the brand", `{"Lang":"ar"}`, "ar"},
		{"one the brand does not speak", `{"Lang":"fr"}`, "tr"},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newFixture(t)
			r.call(api("casino/provider_list", row.data))
			if len(r.sent) != 1 || r.sent[0].Lang != row.lang || r.sent[0].Data["Lang"] != row.lang {
				t.Errorf("sent %+v", r.sent)
			}
		})
	}
}

func TestAnswerDataIsUnchanged(t *testing.T) {
	r := newFixture(t)
	data := `[{"b":1.50,"a":"<b>ğ</b>"}]`
	r.respond(bff.Answer{Result: true, Message: "<ok> & \"ç\"", Data: []byte(data), Code: 200, Pagination: &bff.Pagination{Limit: 10, Offset: 5, Total: 312}})
	w, e := r.call(providers)
	const want = `{"result":true,"message":"<ok> & \"ç\"","data":[{"b":1.50,"a":"<b>ğ</b>"}],"code":200,"debug":null,` +
		`"pagination":{"limit":10,"offset":5,"total":312}}`
	if w.Body.String() != want {
		t.Errorf("got  %s\nwant %s", w.Body, want)
	}
	if *e.Pagination != (bff.Pagination{Limit: 10, Offset: 5, Total: 312}) {
		t.Errorf("pagination %+v", e.Pagination)
	}
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
	return bff.CacheResult{Answer: &bff.Answer{Result: true, Data: []byte(`"cached"`), Code: 200}, State: a.state, Age: a.age}, nil
}

func TestCacheStateHeaders(t *testing.T) {
	for _, row := range []struct {
		state bff.CacheState
		age   string
		data  string
	}{
		{bff.CacheHit, "7", `"cached"`},
		{bff.CacheStale, "7", `"cached"`},
		{bff.CacheCoalesced, "", `"cached"`},
		{bff.CacheMiss, "", `[]`},
	} {
		t.Run(string(row.state), func(t *testing.T) {
			cached := &fakeCache{state: row.state, age: 7}
			r := newFixture(t, func(o *gateway.Options) { o.Cache = cached })
			w, e := r.call(providers)
			if string(e.Data) != row.data {
				t.Errorf("data %s", e.Data)
			}
			checkHeaders(t, w.Header(), map[string]string{"Croupier-Cache": string(row.state), "Age": row.age})
		})
	}
}

func TestOnlyGuestReadsAreCached(t *testing.T) {
	cached := &fakeCache{state: bff.CacheHit}
	r := newFixture(t, func(o *gateway.Options) { o.Cache = cached })
	r.sessions.open("s")
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
		if !e.Result || (len(cached.calls) == 1) != row.cached {
			t.Errorf("%s: cache calls %v, %+v", row.body, cached.calls, e)
		}
		if bypass := w.Header().Get("Croupier-Cache") == "BYPASS"; bypass == row.cached {
			t.Errorf("%s: %s", row.body, w.Header().Get("Croupier-Cache"))
		}
	}
}

func TestMaintenanceIsCheckedByCall(t *testing.T) {
	r := newFixture(t)
	r.call(providers)
	r.call(api("maintenance/check_status", ""))
	if !slices.Equal(r.maintenanceCalls, []string{"casino/provider_list", ""}) {
		t.Errorf("checked %q", r.maintenanceCalls)
	}
}

func TestCheckStatus(t *testing.T) {
	r := newFixture(t)
	w, e := r.call(api("maintenance/check_status", ""))
	if w.Code != 200 || !e.Result || string(e.Data) != `{"message":"","until":null}` || e.Debug != nil {
		t.Errorf("open: %d %s", w.Code, w.Body)
	}
	r.state = bff.MaintenanceState{
		On: true, Message: map[string]string{"tr": "Bakım var"},
		Until: time.Date(2026, 1, 2, 4, 0, 0, 0, time.UTC),
	}
	w, e = r.call(api("maintenance/check_status", ""))
	if w.Code != 200 || e.Result || string(e.Data) != `{"message":"Bakım var","until":"2026-01-02 07:00:00"}` ||
		e.Message != "This site is under maintenance" || e.debug() != "maintenance" {
		t.Errorf("closed: %d %s", w.Code, w.Body)
	}
	r.state = bff.MaintenanceState{On: true}
	if _, e = r.call(api("maintenance/check_status", `{"Lang":"en"}`)); string(e.Data) != `{"message":"This site is under maintenance","until":null}` {
		t.Errorf("closed without end: %s", e.Data)
	}
	if len(r.sent) > 0 {
		t.Error("the platform received a call")
	}
}

func TestDisconnectedClientGetsNoAnswer(t *testing.T) {
	r := newFixture(t)
	ctx, leave := context.WithCancel(context.Background())
	r.answer = func(sent context.Context, _ *bff.UpstreamRequest) (*bff.Answer, error) {
		leave()
		return nil, sent.Err()
	}
	w := r.serve(r.request(providers).WithContext(ctx))
	if w.Body.Len() > 0 || r.observations[0].Status != 499 || r.observations[0].Err != nil {
		t.Errorf("got %q, seen %+v", w.Body, r.observations[0])
	}
}

func TestCancellationWithoutDisconnectIsInternalError(t *testing.T) {
	r := newFixture(t)
	r.failWith(context.Canceled)
	if w, e := r.call(providers); w.Code != 500 || e.debug() != "internal error" {
		t.Errorf("got %d %+v", w.Code, e)
	}
}

func TestLogoutCompletesAfterDisconnect(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s")
	ctx, leave := context.WithCancel(context.Background())
	r.answer = func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) {
		leave()
		return &bff.Answer{Result: true, Code: 200}, nil
	}
	r.serve(r.request(api("user/logout", ""), cookie("s")).WithContext(ctx))
	if r.sessions.byToken["s"] != nil {
		t.Error("the session is still valid")
	}
}

// TestContractExamples replays every example: invalid ones are refused with the text of the example,
// others pass unchanged in both directions.
func TestContractExamples(t *testing.T) {
	rewritten := []string{"user/login", "user/refresh", "user/sessions", "limits/session"} // tested separately
	for _, call := range catalogue().Calls() {
		for _, example := range catalogue().Examples(call) {
			t.Run(call.Name()+" "+example.Name, func(t *testing.T) {
				r := newFixture(t)
				r.sessions.open("s")
				var want envelope
				if err := json.Unmarshal(example.Answer, &want); err != nil {
					t.Fatal(err)
				}
				r.respond(bff.Answer{
					Result: want.Result, Message: want.Message, Data: want.Data, Code: want.Code, Debug: want.debug(), Pagination: want.Pagination,
				})
				switch {
				case call.Local && want.debug() == "anonymous user":
					delete(r.sessions.byToken, "s")
				case call.Name() == "search/suggest":
					r.search.answer = want.Data
				case call.Class == "limits":
					r.protection.answer = want.Data
				case call.Name() == "user/two_auth_type" && example.Name == "read":
					r.factor = -1 // by the example
				case strings.Contains(example.Name, "staff have settled"):
					r.idempotencyStore.found = &bff.IdempotencyRecord{
						State: bff.IdempotencySettled, Settlement: &bff.Settlement{Outcome: bff.SettledExecuted, Reference: "7100042"},
					}
				case strings.Contains(example.Name, "answer was lost"):
					r.idempotencyStore.found = &bff.IdempotencyRecord{
						State: bff.IdempotencyAnswered, Answer: &bff.Answer{Result: true, Code: want.Code, Data: want.Data},
					}
				case call.Local && want.debug() == "maintenance":
					r.state = announcedState(t, want.Data)
				}
				w, got := r.call(api(call.Name(), string(example.Data)), cookie("s"), header("Idempotency-Key", uuid))
				if slices.Contains(rewritten, call.Name()) && want.Result {
					if w.Code != 200 || !got.Result {
						t.Errorf("got %d %s", w.Code, w.Body)
					}
					return
				}
				if a, b := canonical(t, w.Body.Bytes()), canonical(t, example.Answer); !reflect.DeepEqual(a, b) {
					t.Errorf("got  %v\nwant %v", a, b)
				}
				if sent := len(r.sent) == 1; sent == (call.Local || want.debug() == "invalid payload") {
					t.Errorf("sent to the platform: %v", sent)
				}
			})
		}
	}
}

// announcedState returns the maintenance state in an example's data.
func announcedState(t *testing.T, data json.RawMessage) bff.MaintenanceState {
	t.Helper()
	var view struct{ Message, Until string }
	if err := json.Unmarshal(data, &view); err != nil {
		t.Fatal(err)
	}
	until, err := time.ParseInLocation("2006-01-02 15:04:05", view.Until, brand("marmara", "tr").TimeZone)
	if err != nil {
		t.Fatal(err)
	}
	return bff.MaintenanceState{On: true, Message: map[string]string{"tr": view.Message}, Until: until}
}

func canonical(t *testing.T, b []byte) (v any) {
	t.Helper()
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestSiteIDIsPinned(t *testing.T) {
	for _, call := range []string{"cmscontroller/popupInformation", "slider/get_active_items", "slider/get_all_items"} {
		for _, data := range []string{`{}`, `{"siteId":111}`, `{"siteId":889.0}`} {
			r := newFixture(t)
			r.marmara().SiteID = 889
			if _, e := r.call(api(call, data)); !e.Result || r.sent[0].Data["siteId"] != json.Number("889") {
				t.Errorf("%s with %s: %+v", call, data, r.sent[0].Data)
			}
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
	if known.Body.String() != unknown.Body.String() || !e.Result {
		t.Errorf("known %s\nunknown %s", known.Body, unknown.Body)
	}
	r.failWith(bff.ReasonUpstreamTimeout)
	if _, e := r.call(api("user/forgot", body)); e.Code != 504 {
		t.Errorf("no answer: %+v", e)
	}
}
