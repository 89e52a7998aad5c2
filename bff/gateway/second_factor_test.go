package gateway_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
)

func TestLoginRequiresTheFactorThatThePlatformTells(t *testing.T) {
	const secret = "JBSWY3DPEHPK3PXP"
	refused := &bff.Answer{Message: "?", Code: 400}
	authenticator, both := []any{"authenticator"}, []any{"authenticator", "sms"}
	for _, row := range []struct {
		name   string
		secret string
		answer *bff.Answer // response to two_auth_type, nil: it fails
		due    []any       // nil: the login is complete
	}{
		{"none", "", answerOf(`{"type":0}`), nil},
		{"none, as a text", "", answerOf(`{"type":"0"}`), nil},
		{"SMS", "", answerOf(`{"type":1}`), []any{"sms"}},
		{"SMS although an authenticator is set up", secret, answerOf(`{"type":1}`), []any{"sms"}},
		{"the authenticator", secret, answerOf(`{"type":2}`), authenticator},
		{"the authenticator without its secret in the login", "", answerOf(`{"type":2}`), authenticator},
		{"none, but the login has a secret", secret, answerOf(`{"type":0}`), authenticator},
		{"failure", "", nil, both},
		{"failure, but the login has a secret", secret, nil, authenticator},
		{"refusal", "", refused, both},
		{"answer without a type", "", answerOf(`[]`), both},
		{"null", "", answerOf(`{"type":null}`), both},
		{"unknown type", "", answerOf(`{"type":7}`), both},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newFixture(t)
			r.factor = -1
			r.answer = func(_ context.Context, u *bff.UpstreamRequest) (*bff.Answer, error) {
				switch u.Call.Name() {
				case "user/login":
					return answerOf(strings.Replace(platformLogin,
						`"gasecret":""`, `"gasecret":"`+row.secret+`"`, 1)), nil
				case "user/get_user_profile":
					return &bff.Answer{Result: true, Code: 200}, nil
				}
				assert.True(t, u.Identity != nil && u.Identity.SID == "clear-sid" && u.Data["mode"] == "get",
					"asked with %+v", u)
				if row.answer == nil {
					return nil, bff.ReasonUpstreamTimeout
				}
				return row.answer, nil
			}
			w, e := r.want("login", 200, "", api("user/login", login))
			view := loginData(t, e)
			due, _ := view["second_factors"].([]any)
			assert.Equal(t, row.due, due)
			assert.Equal(t, slices.Equal(due, authenticator), view["gasecret"] == "****************",
				"the secret is masked")
			_, profile := r.call(api("user/get_user_profile", ""), cookie(setCookie(w).Value))
			assert.Equal(t, row.due == nil, profile.debug() != "two factor required", "the session is open")
			assert.LessOrEqual(t, len(r.sent), 3, "the login costs %v", r.sentCalls())
		})
	}
	// The gateway does not call a platform without the call.
	r := newFixture(t)
	r.marmara().Unsupported = map[string]bool{"user/two_auth_type": true}
	r.respond(accepted(platformLogin))
	r.want("a platform without the call", 200, "", api("user/login", login))
	r.wantSent("a platform without the call", "user/login")
	assert.False(t, r.sessions.byToken["made-1"].Pending, "the login is pending")
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
		name := fmt.Sprintf("%s, due %d", row.call, row.due)
		w, e := r.call(api(row.call, row.data), cookie("s"))
		assert.False(t, e.Result, "%s: a wrong code", name)
		wantCookie(t, name, w, "")
		r.wantSessions(name, "s")
		r.respond(bff.Answer{Result: true, Code: 200})
		if row.completes {
			r.wantSession(name, 200, "", "made-1", []string{"made-1"}, api(row.call, row.data), cookie("s"))
		} else {
			r.wantSession(name, 403, "two factor required", "", []string{"s"}, api(row.call, row.data), cookie("s"))
			r.wantSent(name, "")
		}
	}
}

func TestPendingSessionsMayMakeTheCallsOfTheCodeOnly(t *testing.T) {
	allowed := map[string]bool{
		"user/check_ga": true, "user/sms_send": true, "user/sms_validate": true, "user/logout": true,
	}
	for _, call := range catalogue().Calls() {
		if call.Rules.Who == bff.WhoGuest {
			continue
		}
		for _, example := range catalogue().Examples(call) {
			r := newFixture(t)
			r.sessions.open("s", due(bff.FactorAuthenticator|bff.FactorSMS))
			var want envelope
			must(t, json.Unmarshal(example.Answer, &want))
			var data map[string]any
			must(t, json.Unmarshal(example.Data, &data))
			if want.debug() == "invalid payload" || catalogue().Resolve(call, data).Who == bff.WhoAnyone {
				continue
			}
			_, e := r.call(api(call.Name(), string(example.Data)), cookie("s"), header("Idempotency-Key", uuid))
			refused := e.debug() == "two factor required"
			assert.NotEqual(t, allowed[call.Name()], refused, "%s %s: %+v", call.Name(), example.Name, e)
			assert.True(t, !refused || len(r.sent) == 0, "%s %s: %v", call.Name(), example.Name, r.sentCalls())
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
		r := newFixture(t)
		r.factor = row.factor
		r.sessions.open("s", row.edit)
		r.want(row.name, 200, "", api("user/sms_send", `{"phone":"+905551112233"}`), cookie("s"))
		_, sent := r.sent[0].Data["phone"]
		assert.NotEqual(t, row.ignored, sent, "%s: sent %v", row.name, r.sent[0].Data)
	}
}

// factorChange is a call that may need a code of the active second factor.
type factorChange struct {
	name, call, data string
	factor           int
	sent             string // in addition to the read of the factor
	refused          bool
}

// checkChanges makes each call. The platform has the phone +905550000001. Only user/sms_validate
// receives the code.
func checkChanges(t *testing.T, rows []factorChange) {
	t.Helper()
	for _, row := range rows {
		r := newPlayer(t)
		r.factor = row.factor
		r.respond(accepted(`{"type":0,"phone":"+905550000001"}`))
		w, e := r.call(api(row.call, row.data), cookie("s"))
		r.wantSent(row.name, row.sent)
		assert.NotEqual(t, row.refused, e.Result, "%s: %s", row.name, text(w))
		if row.refused && row.factor <= 2 {
			got := fmt.Sprint(w.Code, " ", e.debug(), " ", string(e.Data))
			assert.Equal(t, `400 invalid payload {"field":"code","rule":"required"}`, got, row.name)
		}
		for _, u := range r.sent {
			assert.True(t, u.Data["code"] == nil || u.Call.Name() == "user/sms_validate",
				"%s: %s received the code", row.name, u.Call.Name())
		}
	}
}

func TestChangingTheSecondFactorNeedsACodeOfTheOneInForce(t *testing.T) {
	const set, generate = "user/two_auth_type", "user/user_generate_ga"
	checkChanges(t, []factorChange{
		{"no active factor", set, `{"mode":"set","type":1}`, 0, set, false},
		{"a factor already active", set, `{"mode":"set","type":2}`, 2, set, false},
		{"away from the authenticator without a code", set, `{"mode":"set","type":0}`, 2, "", true},
		{"from the authenticator to SMS without a code", set, `{"mode":"set","type":1}`, 2, "", true},
		{"away from SMS without a code", set, `{"mode":"set","type":0}`, 1, "", true},
		{
			"away from the authenticator", set, `{"mode":"set","type":0,"code":"123456"}`,
			2, "user/check_ga " + set, false,
		},
		{
			"from SMS to the authenticator", set, `{"mode":"set","type":2,"code":"123456"}`,
			1, "user/sms_validate " + set, false,
		},
		{"another authenticator without a code", generate, `{}`, 2, "", true},
		{"another authenticator", generate, `{"code":"123456"}`, 2, "user/check_ga " + generate, false},
		{"the first authenticator", generate, `{}`, 0, generate, false},
		{"an authenticator in place of SMS without a code", generate, `{}`, 1, "", true},
		{"reading", set, `{"mode":"get"}`, 2, "", false},
	})
}

func TestChangingThePhoneThatReceivesTheCodesNeedsOneOfThem(t *testing.T) {
	const set, profile, code = "user/update_profile", "user/get_user_profile", "user/sms_validate"
	checkChanges(t, []factorChange{
		{"another phone without a code", set, `{"phone":"+905550000009"}`, 1, profile, true},
		{"another phone and city without a code", set, `{"city":"Muğla","phone":"+905550000009"}`, 1, profile, true},
		{"another phone", set, `{"phone":"+905550000009","code":"123456"}`, 1, profile + " " + code + " " + set, false},
		{"the same phone", set, `{"phone":"+905550000001"}`, 1, profile + " " + set, false},
		{"another city", set, `{"city":"Muğla"}`, 1, set, false},
		{"another city, with a code", set, `{"city":"Muğla","code":"123456"}`, 1, set, false},
		{"another phone beside the authenticator", set, `{"phone":"+905550000009"}`, 2, set, false},
		{"another phone without a second factor", set, `{"phone":"+905550000009"}`, 0, set, false},
		{"another phone while the factor is unknown", set, `{"phone":"+905550000009","code":"123456"}`, 7, "", true},
	})
}

func TestWrongCodesOfAChangeAreRefusedAndCounted(t *testing.T) {
	const newPhone, incorrect = `{"phone":"+905550000009","code":"000000"}`, "The code you entered is incorrect"
	for _, row := range []struct {
		name, call, wrong, free string // free needs no code
		factor                  int
		check                   string
	}{
		{
			"a new phone", "user/update_profile", newPhone, `{"city":"Muğla"}`,
			1, "user/get_user_profile user/sms_validate",
		},
		{
			"a second factor", "user/two_auth_type", `{"mode":"set","type":0,"code":"000000"}`,
			`{"mode":"get"}`, 2, "user/check_ga",
		},
	} {
		r := newPlayer(t)
		r.factor = row.factor
		r.answer = func(_ context.Context, u *bff.UpstreamRequest) (*bff.Answer, error) {
			if strings.HasSuffix(row.check, u.Call.Name()) {
				return &bff.Answer{Message: incorrect, Code: 400}, nil
			}
			return answerOf(`{"phone":"+905550000001"}`), nil
		}
		w, e := r.call(api(row.call, row.wrong), cookie("s"))
		assert.True(t, w.Code == 200 && !e.Result && e.Message == incorrect && string(e.Data) == `{"field":"code"}`,
			"%s: %s", row.name, text(w))
		assert.Equal(t, []int{1, 1, 0}, r.countedCodes(), row.name)
		r.limiter.denied[bff.LimitCode] = time.Minute
		r.want(row.name+", beyond the limit", 429, "rate limited", api(row.call, row.wrong), cookie("s"))
		r.wantSent(row.name, row.check)
		r.want(row.name+", a call that needs no code", 200, "", api(row.call, row.free), cookie("s"))
	}
}

// countedCodes returns the net counts of wrong codes of a player, of wrong codes of an address, and
// of right codes.
func (r *fixture) countedCodes() []int {
	counted := map[bff.LimitRule]int{}
	for _, key := range r.limiter.taken {
		counted[key.Rule]++
	}
	for _, key := range r.limiter.refunded {
		counted[key.Rule]--
	}
	return []int{counted[bff.LimitCode], counted[bff.LimitCodeAddress], counted[bff.LimitCodeUse]}
}

func TestRightCodeIsUsedUpIfItsChangeIsRefused(t *testing.T) {
	r := newPlayer(t)
	r.factor = 2
	r.answer = func(_ context.Context, u *bff.UpstreamRequest) (*bff.Answer, error) {
		return &bff.Answer{Result: u.Call.Name() == "user/check_ga", Code: 400}, nil
	}
	_, e := r.call(api("user/two_auth_type", `{"mode":"set","type":0,"code":"123456"}`), cookie("s"))
	assert.False(t, e.Result)
	assert.Equal(t, []int{0, 0, 1}, r.countedCodes())

	// A correct code does not make password guesses free.
	r = newPlayer(t)
	r.factor = 1
	r.answer = func(_ context.Context, u *bff.UpstreamRequest) (*bff.Answer, error) {
		return &bff.Answer{Result: u.Call.Name() != "user/update_profile", Data: json.RawMessage(`{}`), Code: 400}, nil
	}
	_, e = r.call(api("user/update_profile",
		`{"username":"yeniad","password":"Wrong123","phone":"+905550000009",`+
			`"code":"123456"}`), cookie("s"), from("2001:db8:1:2:3::4"))
	assert.False(t, e.Result)
	assert.Equal(t, []int{0, 0, 1}, r.countedCodes())
	assert.NotContains(t, limitsOf(t, r.limiter.refunded), "password")
}

func TestChangesFailWhereTheFactorInForceIsUnknown(t *testing.T) {
	r := newPlayer(t)
	r.factor = -1
	for name, answer := range map[string]func(){
		"failure":      func() { r.failWith(bff.ReasonUpstreamTimeout) },
		"refusal":      func() { r.respond(bff.Answer{Message: "?", Code: 400}) },
		"unknown type": func() { r.respond(accepted(`{"type":7}`)) },
	} {
		r.sent = nil
		answer()
		_, e := r.call(api("user/two_auth_type", `{"mode":"set","type":0}`), cookie("s"))
		assert.True(t, !e.Result && len(r.sent) == 1 && r.sent[0].Data["mode"] == "get",
			"%s: %+v after %v", name, e, r.sentCalls())
	}
	r.respond(bff.Answer{Message: "Oturum Süresi Doldu", Code: 403})
	w, e := r.call(api("user/two_auth_type", `{"mode":"set","type":0}`), cookie("s"))
	assert.Equal(t, "", e.debug(), "an ended session")
	wantCookie(t, "an ended session", w, "cleared")
}

func TestAnotherAuthenticatorWhereThePlatformDoesNotTellTheType(t *testing.T) {
	for _, row := range []struct {
		name                 string
		unsupported, enabled bool // check_user_ga and its result
		twoFactor            bool // of the session
		refused              bool
	}{
		{"set up", false, true, false, true},
		{"not set up", false, false, true, false},
		{"not reported, the login required one", true, false, true, true},
		{"not reported, the login required none", true, false, false, false},
	} {
		r := newFixture(t)
		r.marmara().Unsupported = map[string]bool{"user/two_auth_type": true, "user/check_user_ga": row.unsupported}
		r.sessions.open("s", func(s *bff.Session) { s.TwoFactor = row.twoFactor })
		r.answer = func(_ context.Context, u *bff.UpstreamRequest) (*bff.Answer, error) {
			return &bff.Answer{Result: u.Call.Method != "check_user_ga" || row.enabled, Code: 200}, nil
		}
		_, e := r.call(api("user/user_generate_ga", ""), cookie("s"))
		assert.NotEqual(t, row.refused, e.Result, row.name)
	}
}
