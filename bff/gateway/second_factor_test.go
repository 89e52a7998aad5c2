package gateway_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"croupier/bff"
)

// sentCalls returns the calls that the platform received, except for reads of the second factor.
func (r *fixture) sentCalls() (names []string) {
	for _, u := range r.sent {
		names = append(names, u.Call.Name())
	}
	return names
}

func TestLoginRequiresTheFactorThatThePlatformTells(t *testing.T) {
	const secret = "JBSWY3DPEHPK3PXP"
	refused := &bff.Answer{Message: "?", Code: 400}
	both := []any{"authenticator", "sms"}
	for _, row := range []struct {
		name   string
		secret string
		answer *bff.Answer // to two_auth_type; nil: it fails
		masked bool
		due    []any // nil: the login is complete
	}{
		{"none", "", factorAnswer(`{"type":0}`), false, nil},
		{"none, as a text", "", factorAnswer(`{"type":"0"}`), false, nil},
		{"SMS", "", factorAnswer(`{"type":1}`), false, []any{"sms"}},
		{"SMS although an authenticator is set up", secret, factorAnswer(`{"type":1}`), false, []any{"sms"}},
		{"the authenticator", secret, factorAnswer(`{"type":2}`), true, []any{"authenticator"}},
		{"the authenticator, whose secret the login does not have", "", factorAnswer(`{"type":2}`), true, []any{"authenticator"}},
		{"none, but the login has a secret", secret, factorAnswer(`{"type":0}`), true, []any{"authenticator"}},
		{"failure", "", nil, false, both},
		{"failure, but the login has a secret", secret, nil, true, []any{"authenticator"}},
		{"refusal", "", refused, false, both},
		{"answer without a type", "", factorAnswer(`[]`), false, both},
		{"null", "", factorAnswer(`{"type":null}`), false, both},
		{"unknown type", "", factorAnswer(`{"type":7}`), false, both},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newFixture(t)
			r.factor = -1
			r.answer = func(_ context.Context, u *bff.UpstreamRequest) (*bff.Answer, error) {
				switch u.Call.Name() {
				case "user/login":
					return &bff.Answer{Result: true, Data: []byte(strings.Replace(platformLogin, `"gasecret":""`, `"gasecret":"`+row.secret+`"`, 1)), Code: 200}, nil
				case "user/get_user_profile":
					return &bff.Answer{Result: true, Code: 200}, nil
				}
				if u.Identity == nil || u.Identity.SID != "clear-sid" || u.Data["mode"] != "get" {
					t.Errorf("asked with %+v, %v", u.Identity, u.Data)
				}
				if row.answer == nil {
					return nil, bff.ReasonUpstreamTimeout
				}
				return row.answer, nil
			}
			w, e := r.call(api("user/login", login))
			view := loginData(t, e)
			if masked := view["gasecret"] == "****************"; !e.Result || masked != row.masked {
				t.Errorf("got %v", view)
			}
			due, _ := view["second_factors"].([]any)
			if !reflect.DeepEqual(due, row.due) {
				t.Errorf("due %v, want %v", due, row.due)
			}
			_, profile := r.call(api("user/get_user_profile", ""), cookie(setCookie(w).Value))
			if open := profile.debug() != "two factor required"; open != (row.due == nil) {
				t.Errorf("the session is open: %v", open)
			}
			if len(r.sent) > 3 {
				t.Errorf("the login costs %v", r.sentCalls())
			}
		})
	}
}

func factorAnswer(data string) *bff.Answer {
	return &bff.Answer{Result: true, Data: json.RawMessage(data), Code: 200}
}

func TestPlatformsWithoutTheCallAreNotAsked(t *testing.T) {
	r := newFixture(t)
	r.marmara().Unsupported = map[string]bool{"user/two_auth_type": true}
	r.respond(bff.Answer{Result: true, Data: []byte(platformLogin), Code: 200})
	if _, e := r.call(api("user/login", login)); !e.Result || r.sessions.byToken["made-1"].Pending || len(r.sent) != 1 {
		t.Errorf("got %+v after %v", e, r.sentCalls())
	}
}

func due(factors bff.SecondFactors) func(*bff.Session) {
	return func(s *bff.Session) { s.Pending, s.Due = true, factors }
}

func TestOnlyACodeOfTheFactorThatIsDueCompletesALogin(t *testing.T) {
	const ga, sms = bff.FactorAuthenticator, bff.FactorSMS
	for _, row := range []struct {
		call, data string
		due        bff.SecondFactors
		completes  bool
	}{
		{"user/check_ga", codeData, ga, true},
		{"user/check_ga", codeData, ga | sms, true},
		{"user/check_ga", codeData, sms, false},
		{"user/sms_validate", `{"code":"123456"}`, sms, true},
		{"user/sms_validate", `{"code":"123456"}`, ga | sms, true},
		{"user/sms_validate", `{"code":"123456"}`, ga, false},
	} {
		r := newFixture(t)
		r.sessions.open("s", due(row.due))
		r.respond(bff.Answer{Message: "The code you entered is incorrect", Code: 400})
		if w, e := r.call(api(row.call, row.data), cookie("s")); e.Result || setCookie(w) != nil || r.sessions.byToken["s"] == nil {
			t.Errorf("%s, due %d: a wrong code: %+v", row.call, row.due, e)
		}
		r.respond(bff.Answer{Result: true, Code: 200})
		w, e := r.call(api(row.call, row.data), cookie("s"))
		c := setCookie(w)
		if e.Result != row.completes || (c != nil) != row.completes || (r.sessions.byToken["s"] == nil) != row.completes {
			t.Errorf("%s, due %d: %+v, cookie %v", row.call, row.due, e, c)
		}
		if !row.completes && (e.debug() != "two factor required" || len(r.sent) > 0) {
			t.Errorf("%s, due %d: %+v after %v", row.call, row.due, e, r.sentCalls())
		}
	}
}

func TestPendingSessionsMayMakeTheCallsOfTheCodeOnly(t *testing.T) {
	allowed := map[string]bool{"user/check_ga": true, "user/sms_send": true, "user/sms_validate": true, "user/logout": true}
	for _, call := range catalogue().Calls() {
		if call.Rules.Who == bff.WhoGuest {
			continue
		}
		for _, example := range catalogue().Examples(call) {
			r := newFixture(t)
			r.sessions.open("s", due(bff.FactorAuthenticator|bff.FactorSMS))
			var want envelope
			if err := json.Unmarshal(example.Answer, &want); err != nil {
				t.Fatal(err)
			}
			var data map[string]any
			if err := json.Unmarshal(example.Data, &data); err != nil {
				t.Fatal(err)
			}
			if want.debug() == "invalid payload" || catalogue().Resolve(call, data).Who == bff.WhoAnyone {
				continue
			}
			_, e := r.call(api(call.Name(), string(example.Data)), cookie("s"), header("Idempotency-Key", uuid))
			if refused := e.debug() == "two factor required"; refused == allowed[call.Name()] || refused && len(r.sent) > 0 {
				t.Errorf("%s %s: %+v after %v", call.Name(), example.Name, e, r.sentCalls())
			}
		}
	}
}

func TestCodesBySMSGoToThePhoneThatThePlatformKnows(t *testing.T) {
	for _, row := range []struct {
		name    string
		factor  int
		edit    func(*bff.Session)
		ignored bool
	}{
		{"pending", 0, due(bff.FactorSMS), true},
		{"SMS is the second factor", 1, func(*bff.Session) {}, true},
		{"no second factor: a new number is tried out", 0, func(*bff.Session) {}, false},
		{"authenticator", 2, func(*bff.Session) {}, false},
		{"unknown", 9, func(*bff.Session) {}, true},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newFixture(t)
			r.factor = row.factor
			r.sessions.open("s", row.edit)
			if _, e := r.call(api("user/sms_send", `{"phone":"+905551112233"}`), cookie("s")); !e.Result {
				t.Fatalf("got %+v", e)
			}
			if _, sent := r.sent[0].Data["phone"]; sent == row.ignored {
				t.Errorf("sent %v", r.sent[0].Data)
			}
		})
	}
}

func TestChangingTheSecondFactorNeedsACodeOfTheOneInForce(t *testing.T) {
	const set = "user/two_auth_type"
	for _, row := range []struct {
		name, call, data string
		factor           int
		sent             string // besides the read of the factor
		refused          bool
	}{
		{"no factor in force", set, `{"mode":"set","type":1}`, 0, set, false},
		{"a factor already in force", set, `{"mode":"set","type":2}`, 2, set, false},
		{"away from the authenticator without a code", set, `{"mode":"set","type":0}`, 2, "", true},
		{"from the authenticator to SMS without a code", set, `{"mode":"set","type":1}`, 2, "", true},
		{"away from SMS without a code", set, `{"mode":"set","type":0}`, 1, "", true},
		{"away from the authenticator", set, `{"mode":"set","type":0,"code":"123456"}`, 2, "user/check_ga " + set, false},
		{"from SMS to the authenticator", set, `{"mode":"set","type":2,"code":"123456"}`, 1, "user/sms_validate " + set, false},
		{"another authenticator without a code", "user/user_generate_ga", `{}`, 2, "", true},
		{"another authenticator", "user/user_generate_ga", `{"code":"123456"}`, 2, "user/check_ga user/user_generate_ga", false},
		{"the first authenticator", "user/user_generate_ga", `{}`, 0, "user/user_generate_ga", false},
		{"an authenticator in place of SMS without a code", "user/user_generate_ga", `{}`, 1, "", true},
		{"reading", set, `{"mode":"get"}`, 2, "", false},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newFixture(t)
			r.factor = row.factor
			r.sessions.open("s")
			r.respond(bff.Answer{Result: true, Data: []byte(`{"type":0}`), Code: 200})
			w, e := r.call(api(row.call, row.data), cookie("s"))
			if got := strings.Join(r.sentCalls(), " "); got != row.sent || e.Result == row.refused {
				t.Fatalf("sent %q, got %d %+v", got, w.Code, e)
			}
			if row.refused && (w.Code != 400 || e.debug() != "invalid payload" || string(e.Data) != `{"field":"code","rule":"required"}`) {
				t.Errorf("got %d %+v %s", w.Code, e, e.Data)
			}
			for _, u := range r.sent {
				if code, ok := u.Data["code"]; ok && u.Call.Name() != "user/sms_validate" {
					t.Errorf("%s received the code %v", u.Call.Name(), code)
				}
			}
		})
	}
}

func TestChangingThePhoneThatReceivesTheCodesNeedsOneOfThem(t *testing.T) {
	const set, profile, code = "user/update_profile", "user/get_user_profile", "user/sms_validate"
	for _, row := range []struct {
		name, data string
		factor     int
		sent       string // besides the read of the factor
		refused    bool
	}{
		{"another phone without a code", `{"phone":"+905550000009"}`, 1, profile, true},
		{"another phone and city without a code", `{"city":"Muğla","phone":"+905550000009"}`, 1, profile, true},
		{"another phone", `{"phone":"+905550000009","code":"123456"}`, 1, profile + " " + code + " " + set, false},
		{"the same phone", `{"phone":"+905550000001"}`, 1, profile + " " + set, false},
		{"another city", `{"city":"Muğla"}`, 1, set, false},
		{"another city, with a code", `{"city":"Muğla","code":"123456"}`, 1, set, false},
		{"another phone beside the authenticator", `{"phone":"+905550000009"}`, 2, set, false},
		{"another phone without a second factor", `{"phone":"+905550000009"}`, 0, set, false},
		{"another phone while the factor is unknown", `{"phone":"+905550000009","code":"123456"}`, 7, "", true},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newFixture(t)
			r.factor = row.factor
			r.sessions.open("s")
			r.respond(bff.Answer{Result: true, Data: []byte(`{"phone":"+905550000001"}`), Code: 200})
			w, e := r.call(api(set, row.data), cookie("s"))
			if got := strings.Join(r.sentCalls(), " "); got != row.sent || e.Result == row.refused {
				t.Fatalf("sent %q, got %d %+v", got, w.Code, e)
			}
			if row.refused && row.factor == 1 && (w.Code != 400 || string(e.Data) != `{"field":"code","rule":"required"}`) {
				t.Errorf("got %d %+v %s", w.Code, e, e.Data)
			}
			for _, u := range r.sent {
				if sent, ok := u.Data["code"]; ok && u.Call.Name() != code {
					t.Errorf("%s received the code %v", u.Call.Name(), sent)
				}
			}
		})
	}
}

func TestWrongCodesOfANewPhoneAreRefusedAndCounted(t *testing.T) {
	r := newFixture(t)
	r.factor = 1
	r.sessions.open("s")
	r.answer = func(_ context.Context, u *bff.UpstreamRequest) (*bff.Answer, error) {
		if u.Call.Method == "sms_validate" {
			return &bff.Answer{Message: "The code you entered is incorrect", Code: 400}, nil
		}
		return &bff.Answer{Result: true, Data: []byte(`{"phone":"+905550000001"}`), Code: 200}, nil
	}
	const change = `{"phone":"+905550000009","code":"000000"}`
	if w, e := r.call(api("user/update_profile", change), cookie("s")); w.Code != 200 || e.Result || string(e.Data) != `{"field":"code"}` {
		t.Errorf("got %d %+v %s", w.Code, e, e.Data)
	}
	r.limiter.denied[bff.LimitCode] = time.Minute
	if w, e := r.call(api("user/update_profile", change), cookie("s")); w.Code != 429 || e.debug() != "rate limited" {
		t.Errorf("beyond the limit: %d %+v", w.Code, e)
	}
	if _, e := r.call(api("user/update_profile", `{"city":"Muğla"}`), cookie("s")); !e.Result {
		t.Errorf("a change that needs no code counts as a guess: %+v", e)
	}
}

func TestWrongCodesOfAChangeAreRefusedAndCounted(t *testing.T) {
	r := newFixture(t)
	r.factor = 2
	r.sessions.open("s")
	change := func() (*httptest.ResponseRecorder, envelope) {
		return r.call(api("user/two_auth_type", `{"mode":"set","type":0,"code":"000000"}`), cookie("s"))
	}
	r.respond(bff.Answer{Message: "The code you entered is incorrect", Code: 400})
	w, e := change()
	if w.Code != 200 || e.Result || e.Message != "The code you entered is incorrect" || string(e.Data) != `{"field":"code"}` {
		t.Errorf("got %d %+v %s", w.Code, e, e.Data)
	}
	counted := map[bff.LimitRule]int{}
	for _, key := range r.limiter.taken {
		counted[key.Rule]++
	}
	for _, key := range r.limiter.refunded {
		counted[key.Rule]--
	}
	if counted[bff.LimitCode] != 1 || counted[bff.LimitCodeAddress] != 1 || counted[bff.LimitCodeUse] != 0 || strings.Join(r.sentCalls(), " ") != "user/check_ga" {
		t.Errorf("counted %v after %v", counted, r.sentCalls())
	}
	r.limiter.denied[bff.LimitCode] = time.Minute
	if w, e := change(); w.Code != 429 || e.debug() != "rate limited" || len(r.sent) != 1 {
		t.Errorf("beyond the limit: %d %+v", w.Code, e)
	}
	if _, e := r.call(api("user/two_auth_type", `{"mode":"get"}`), cookie("s")); !e.Result {
		t.Errorf("reading counts as a guess: %+v", e)
	}
}

func TestChangesFailWhereTheFactorInForceIsUnknown(t *testing.T) {
	r := newFixture(t)
	r.factor = -1
	r.sessions.open("s")
	for name, answer := range map[string]func() (*bff.Answer, error){
		"failure":      func() (*bff.Answer, error) { return nil, bff.ReasonUpstreamTimeout },
		"refusal":      func() (*bff.Answer, error) { return &bff.Answer{Message: "?", Code: 400}, nil },
		"unknown type": func() (*bff.Answer, error) { return factorAnswer(`{"type":7}`), nil },
	} {
		r.sent = nil
		r.answer = func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) { return answer() }
		if _, e := r.call(api("user/two_auth_type", `{"mode":"set","type":0}`), cookie("s")); e.Result || len(r.sent) != 1 || r.sent[0].Data["mode"] != "get" {
			t.Errorf("%s: %+v after %v", name, e, r.sentCalls())
		}
	}
	r.respond(bff.Answer{Message: "Oturum Süresi Doldu", Code: 403})
	if w, e := r.call(api("user/two_auth_type", `{"mode":"set","type":0}`), cookie("s")); e.debug() != "" || !isCleared(setCookie(w)) {
		t.Errorf("an ended session: %+v, %v", e, setCookie(w))
	}
}

func TestAnotherAuthenticatorWhereThePlatformDoesNotTellTheType(t *testing.T) {
	for _, row := range []struct {
		name                 string
		unsupported, enabled bool // check_user_ga and its answer
		twoFactor            bool // of the session
		refused              bool
	}{
		{"set up", false, true, false, true},
		{"not set up", false, false, true, false},
		{"not told, the login asked for one", true, false, true, true},
		{"not told, the login asked for none", true, false, false, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newFixture(t)
			r.marmara().Unsupported = map[string]bool{"user/two_auth_type": true, "user/check_user_ga": row.unsupported}
			r.sessions.open("s", func(s *bff.Session) { s.TwoFactor = row.twoFactor })
			r.answer = func(_ context.Context, u *bff.UpstreamRequest) (*bff.Answer, error) {
				return &bff.Answer{Result: u.Call.Method != "check_user_ga" || row.enabled, Code: 200}, nil
			}
			if _, e := r.call(api("user/user_generate_ga", ""), cookie("s")); e.Result == row.refused {
				t.Errorf("got %+v", e)
			}
		})
	}
}
