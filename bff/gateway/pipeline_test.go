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

func TestWhatIsSentUpstream(t *testing.T) {
	r := newRig(t)
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

func TestGuestCallsTravelWithoutASession(t *testing.T) {
	r := newRig(t)
	r.sessions.open("s")
	r.call(strings.Replace(providers, `}}`, `},"user":{"uid":"forged","sid":"forged"}}`, 1), cookie("s"))
	if len(r.sent) != 1 || r.sent[0].Identity != nil || r.sent[0].World != "" {
		t.Errorf("sent %+v", r.sent)
	}
}

func TestLanguages(t *testing.T) {
	for _, row := range []struct{ name, data, lang string }{
		{"none: the brand's own", `{}`, "tr"},
		{"one of the brand", `{"Lang":"ar"}`, "ar"},
		{"one the brand does not speak", `{"Lang":"fr"}`, "tr"},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newRig(t)
			r.call(api("casino/provider_list", row.data))
			if len(r.sent) != 1 || r.sent[0].Lang != row.lang || r.sent[0].Data["Lang"] != row.lang {
				t.Errorf("sent %+v", r.sent)
			}
		})
	}
}

func TestAnswerPassesThroughAsItLies(t *testing.T) {
	r := newRig(t)
	data := `[{"b":1.50,"a":"<b>ğ</b>"}]`
	r.says(bff.Answer{Result: true, Message: "<ok> & \"ç\"", Data: []byte(data), Code: 200, Pagination: &bff.Pagination{Limit: 10, Offset: 5, Total: 312}})
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

// answers is a bff.Answers that always has the same.
type answers struct {
	state bff.CacheState
	age   int
	asked []string
}

func (a *answers) Lookup(*bff.UpstreamRequest) *bff.CacheLookup { return nil }

func (a *answers) Do(ctx context.Context, r *bff.UpstreamRequest, next bff.Upstream) (bff.CacheResult, error) {
	a.asked = append(a.asked, r.Call.Name())
	if a.state == bff.CacheMiss {
		answer, err := next.Do(ctx, r)
		return bff.CacheResult{Answer: answer, State: a.state}, err
	}
	return bff.CacheResult{Answer: &bff.Answer{Result: true, Data: []byte(`"kept"`), Code: 200}, State: a.state, Age: a.age}, nil
}

func TestKeptAnswers(t *testing.T) {
	for _, row := range []struct {
		state bff.CacheState
		age   string
		data  string
	}{
		{bff.CacheHit, "7", `"kept"`},
		{bff.CacheStale, "7", `"kept"`},
		{bff.CacheCoalesced, "", `"kept"`},
		{bff.CacheMiss, "", `[]`},
	} {
		t.Run(string(row.state), func(t *testing.T) {
			kept := &answers{state: row.state, age: 7}
			r := newRig(t, func(o *gateway.Options) { o.Cache = kept })
			w, e := r.call(providers)
			if string(e.Data) != row.data {
				t.Errorf("data %s", e.Data)
			}
			checkHeaders(t, w.Header(), map[string]string{"Croupier-Cache": string(row.state), "Age": row.age})
		})
	}
}

func TestOnlyGuestReadsOfTheContractAreKept(t *testing.T) {
	kept := &answers{state: bff.CacheHit}
	r := newRig(t, func(o *gateway.Options) { o.Cache = kept })
	r.sessions.open("s")
	forever := bff.CachePolicy{TTL: time.Hour}
	r.marmara().Cache = map[string]bff.CachePolicy{
		"user/get_user_profile": forever, "casino/games_list": forever, "user/forgot": forever,
	}
	for _, row := range []struct {
		body string
		kept bool
	}{
		{providers, true},
		{api("casino/games_list", ""), true},
		{api("casino/games_list", `{"favorites":true}`), false},
		{api("user/get_user_profile", ""), false},
		{api("user/forgot", `{"email":"demo@example.com"}`), false},
	} {
		kept.asked = nil
		w, e := r.call(row.body, cookie("s"))
		if !e.Result || (len(kept.asked) == 1) != row.kept {
			t.Errorf("%s: asked %v, %+v", row.body, kept.asked, e)
		}
		if bypass := w.Header().Get("Croupier-Cache") == "BYPASS"; bypass == row.kept {
			t.Errorf("%s: %s", row.body, w.Header().Get("Croupier-Cache"))
		}
	}
}

func TestMaintenanceIsAskedByCall(t *testing.T) {
	r := newRig(t)
	r.call(providers)
	r.call(api("maintenance/check_status", ""))
	if !slices.Equal(r.asked, []string{"casino/provider_list", ""}) {
		t.Errorf("asked %q", r.asked)
	}
}

func TestCheckStatus(t *testing.T) {
	r := newRig(t)
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
		t.Errorf("closed, nobody knows how long: %s", e.Data)
	}
	if len(r.sent) > 0 {
		t.Error("the platform was asked")
	}
}

// pay sends the same deposit; the edits make it another one.
func TestVisitorWhoLeftGetsNothing(t *testing.T) {
	r := newRig(t)
	ctx, leave := context.WithCancel(context.Background())
	r.answer = func(sent context.Context, _ *bff.UpstreamRequest) (*bff.Answer, error) {
		leave()
		return nil, sent.Err()
	}
	w := r.serve(r.request(providers).WithContext(ctx))
	if w.Body.Len() > 0 || r.seen[0].Status != 499 || r.seen[0].Err != nil {
		t.Errorf("got %q, seen %+v", w.Body, r.seen[0])
	}
}

func TestCancelledByNobodyIsADefect(t *testing.T) {
	r := newRig(t)
	r.fails(context.Canceled)
	if w, e := r.call(providers); w.Code != 500 || e.debug() != "internal error" {
		t.Errorf("got %d %+v", w.Code, e)
	}
}

func TestLogoutGoesOnWhenThePlayerLeaves(t *testing.T) {
	r := newRig(t)
	r.sessions.open("s")
	ctx, leave := context.WithCancel(context.Background())
	r.answer = func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) {
		leave()
		return &bff.Answer{Result: true, Code: 200}, nil
	}
	r.serve(r.request(api("user/logout", ""), cookie("s")).WithContext(ctx))
	if r.sessions.held["s"] != nil {
		t.Error("the session lives on")
	}
}

// TestExamplesOfTheContract replays every example: what the contract calls invalid is
// refused in the very words of its example; anything else passes both ways unchanged.
func TestExamplesOfTheContract(t *testing.T) {
	rewritten := []string{"user/login", "user/refresh"} // have tests of their own
	for _, call := range catalogue().Calls() {
		for _, example := range catalogue().Examples(call) {
			t.Run(call.Name()+" "+example.Name, func(t *testing.T) {
				r := newRig(t)
				r.sessions.open("s")
				var want envelope
				if err := json.Unmarshal(example.Answer, &want); err != nil {
					t.Fatal(err)
				}
				r.says(bff.Answer{
					Result: want.Result, Message: want.Message, Data: want.Data, Code: want.Code, Debug: want.debug(), Pagination: want.Pagination,
				})
				switch {
				case call.Local && want.debug() == "anonymous user":
					delete(r.sessions.held, "s")
				case call.Local && want.debug() == "maintenance":
					r.state = announced(t, want.Data)
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
					t.Errorf("sent on: %v", sent)
				}
			})
		}
	}
}

// announced is the maintenance that an example's data tells of.
func announced(t *testing.T, data json.RawMessage) bff.MaintenanceState {
	t.Helper()
	var told struct{ Message, Until string }
	if err := json.Unmarshal(data, &told); err != nil {
		t.Fatal(err)
	}
	until, err := time.ParseInLocation("2006-01-02 15:04:05", told.Until, brand("marmara", "tr").TimeZone)
	if err != nil {
		t.Fatal(err)
	}
	return bff.MaintenanceState{On: true, Message: map[string]string{"tr": told.Message}, Until: until}
}

func canonical(t *testing.T, b []byte) (v any) {
	t.Helper()
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestTheSiteIsTheBrandsOwn(t *testing.T) {
	for _, call := range []string{"cmscontroller/popupInformation", "slider/get_active_items", "slider/get_all_items"} {
		for _, data := range []string{`{}`, `{"siteId":111}`, `{"siteId":889.0}`} {
			r := newRig(t)
			r.marmara().SiteID = 889
			if _, e := r.call(api(call, data)); !e.Result || r.sent[0].Data["siteId"] != json.Number("889") {
				t.Errorf("%s with %s: %+v", call, data, r.sent[0].Data)
			}
		}
	}
}

func TestForgottenPasswordsTellNothingOfAccounts(t *testing.T) {
	r := newRig(t)
	const body = `{"email":"demo@example.com"}`
	r.says(bff.Answer{Result: true, Message: "sent", Data: []byte(`{"id":7}`), Code: 200})
	known, _ := r.call(api("user/forgot", body)) // the platform's own words differ
	r.says(bff.Answer{Message: "no such address", Code: 404, Debug: "unknown"})
	unknown, e := r.call(api("user/forgot", body))
	if known.Body.String() != unknown.Body.String() || !e.Result {
		t.Errorf("known %s\nunknown %s", known.Body, unknown.Body)
	}
	r.fails(bff.ReasonUpstreamTimeout)
	if _, e := r.call(api("user/forgot", body)); e.Code != 504 {
		t.Errorf("no answer: %+v", e)
	}
}
