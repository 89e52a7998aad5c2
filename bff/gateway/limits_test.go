package gateway_test

import (
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

func TestCallLimits(t *testing.T) {
	const changing = `{"password":"Demo123","new_password":"Demo1234","new_password_confirm":"Demo1234"}`
	const here = "2001:db8:1:2::/64"
	type limits []bff.LimitKey
	passwords := func(of string) limits {
		return limits{{Rule: bff.LimitPassword, Subject: of}, {Rule: bff.LimitPasswordAddress, Subject: here}}
	}
	codes := limits{{Rule: bff.LimitCode, Subject: "7"}, {Rule: bff.LimitCodeAddress, Subject: here}}
	for _, row := range []struct {
		call, data string
		limits     limits
		failures   bool
	}{
		{"casino/provider_list", "", nil, false},
		{"user/get_user_profile", "", nil, false},
		{"user/login", login, passwords("demo"), true},
		{"user/pass_change", changing, passwords("7"), true},
		{"user/check_ga", codeData, codes, true},
		{"user/sms_validate", `{"code":"123456"}`, codes, true},
		{"user/clear_generated_ga", `{"gacode":"123456"}`, codes, true},
		{
			"user/forgot", `{"email":"Demo@example.com"}`,
			limits{{Rule: bff.LimitForgot, Subject: here}, {Rule: bff.LimitForgotAccount, Subject: "demo@example.com"}},
			false,
		},
		{"finance/save_bank_transfer", bankTransfer, limits{{Rule: bff.LimitMoney, Subject: "7"}}, false},
	} {
		t.Run(row.call, func(t *testing.T) {
			r := newPlayer(t)
			before := limits{{Rule: bff.LimitAddress, Subject: here}}
			class, method, _ := strings.Cut(row.call, "/")
			if call, _ := catalogue().Lookup(class, method); call.Rules.Who != bff.WhoGuest {
				before = append(before, bff.LimitKey{Rule: bff.LimitSession, Subject: "s"})
			}
			post := func() envelope {
				r.limiter.taken, r.limiter.refunded = nil, nil
				_, e := r.call(api(row.call, row.data), cookie("s"), header("Idempotency-Key", uuid), from("2001:db8:1:2:3::4"))
				code := func(k bff.LimitKey) bool { return k.Rule == bff.LimitCodeUse }
				r.limiter.taken = slices.DeleteFunc(r.limiter.taken, code)
				r.limiter.refunded = slices.DeleteFunc(r.limiter.refunded, code)
				return e
			}
			r.respond(bff.Answer{Message: "no", Code: 400})
			post()
			want := append(slices.Clone(before), row.limits...)
			for i := range want {
				want[i].Brand, want[i].Visitor = "marmara", netip.MustParseAddr("2001:db8:1:2:3::4")
			}
			assert.True(t, slices.Equal(r.limiter.taken, want), "taken %v\nwant %v", r.limiter.taken, want)
			assert.True(t, len(r.limiter.refunded) <= 0, "a failed attempt was refunded: %v", r.limiter.refunded)
			for name, answer := range map[string]func(){
				"a good answer": func() { r.respond(accepted(platformLogin)) },
				"no answer":     func() { r.failWith(bff.ReasonUpstreamTimeout) },
			} {
				r.sessions.open("s")
				clear(r.idempotencyStore.entries)
				answer()
				post()
				assert.True(t, (!row.failures || slices.Equal(r.limiter.refunded, want[len(before):])) && (row.failures || len(r.limiter.refunded) <= 0),
					"%s: refunded %v", name, r.limiter.refunded)
			}
			for i, denied := range row.limits {
				r.sessions.open("s")
				r.limiter.denied = map[bff.LimitRule]time.Duration{denied.Rule: time.Minute}
				sent := len(r.sent)
				e := post()
				assert.True(t, e.Code == 429 && e.debug() == "rate limited" && len(r.sent) == sent, "beyond the limit: %+v", e)
				if row.failures && !slices.Equal(r.limiter.refunded, want[len(before):len(before)+i]) {
					t.Errorf("an attempt refused by %s: refunded %v", denied.Rule, r.limiter.refunded)
				}
			}
		})
	}
}

func TestClassAndSessionLimits(t *testing.T) {
	r := newPlayer(t)
	rule := bff.LimitClass("casino")
	r.marmara().Limits = map[bff.LimitRule]bff.Allowance{rule: {Count: 1, Window: time.Second, Burst: 1}}
	for body, subject := range map[string]string{
		api("casino/provider_list", ""):         "192.0.2.9",
		api("casino/init_game", `{"gameID":1}`): "s",
		api("livecasino/provider_list", ""):     "", // another class
	} {
		r.limiter.taken, r.limiter.denied = nil, map[bff.LimitRule]time.Duration{}
		r.call(body, cookie("s"), from("192.0.2.9"))
		taken := ""
		for _, key := range r.limiter.taken {
			if key.Rule == rule {
				taken = key.Subject
			}
		}
		assert.Equal(t, subject, taken, "%s: taken %v", body, r.limiter.taken)
		if subject != "" {
			r.limiter.denied[rule] = time.Second
			sent := len(r.sent)
			r.want(body, 429, "rate limited", body, cookie("s"), from("192.0.2.9"))
			assert.Len(t, r.sent, sent, "sent beyond the limit")
		}
	}
	r.limiter.denied = map[bff.LimitRule]time.Duration{bff.LimitSession: time.Second}
	r.want("beyond the limit of a session", 429, "rate limited", api("user/get_user_profile", ""), cookie("s"))
	r.want("a guest call", 200, "", providers, cookie("s"))
}

// Each text message costs money and may be sent to any number.
func TestSMSLimit(t *testing.T) {
	r := newPlayer(t)
	r.want("the first message", 200, "", api("user/sms_send", ""), cookie("s"))
	counted := slices.ContainsFunc(r.limiter.taken, func(k bff.LimitKey) bool { return k.Rule == bff.LimitSMS && k.Subject == "7" })
	assert.True(t, counted && len(r.limiter.refunded) == 0, "taken %v, refunded %v", r.limiter.taken, r.limiter.refunded)
	r.limiter.denied[bff.LimitSMS] = time.Minute
	w, _ := r.want("beyond the limit", 429, "rate limited", api("user/sms_send", ""), cookie("s"))
	assert.Equal(t, "60", w.Header().Get("Retry-After"), "Retry-After %q", w.Header().Get("Retry-After"))
	r.wantSent("text messages", "user/sms_send")
}

func TestCodeIsAcceptedOnce(t *testing.T) {
	for _, row := range []struct {
		call, data, field string
		session           func(*bff.Session)
	}{
		{"user/check_ga", codeData, "ga_code", pending},
		{"user/sms_validate", `{"code":"123456"}`, "code", func(*bff.Session) {}},
		{"user/clear_generated_ga", `{"gacode":"123456"}`, "gacode", func(*bff.Session) {}},
	} {
		t.Run(row.call, func(t *testing.T) {
			r := newFixture(t)
			post := func() envelope {
				r.sessions.open("s", row.session)
				r.limiter.taken, r.limiter.refunded = nil, nil
				_, e := r.call(api(row.call, row.data), cookie("s"))
				return e
			}
			isUse := func(k bff.LimitKey) bool { return k.Rule == bff.LimitCodeUse }
			r.respond(bff.Answer{Message: "no", Code: 400})
			post()
			i, j := slices.IndexFunc(r.limiter.taken, isUse), slices.IndexFunc(r.limiter.refunded, isUse)
			require.True(t, i >= 0 && j >= 0 && r.limiter.taken[i] == r.limiter.refunded[j],
				"a wrong code: taken %v, refunded %v", r.limiter.taken, r.limiter.refunded)
			use := r.limiter.taken[i]
			assert.True(t, len(use.Subject) == 64 && !use.Visitor.IsValid() && use.Brand == "marmara", "counted as %+v", use)
			r.failWith(bff.ReasonUpstreamTimeout)
			post()
			assert.True(t, slices.ContainsFunc(r.limiter.refunded, isUse), "a code that was not checked was not refunded")
			r.respond(bff.Answer{Result: true, Code: 200})
			post()
			assert.True(t, slices.Contains(r.limiter.taken, use) && !slices.ContainsFunc(r.limiter.refunded, isUse),
				"a correct code: taken %v, refunded %v", r.limiter.taken, r.limiter.refunded)
			r.limiter.denied[bff.LimitCodeUse] = time.Minute
			sent := len(r.sent)
			e := post()
			assert.True(t, e.Code == 400 && e.debug() == "invalid payload" && strings.Contains(e.Message, row.field) && len(r.sent) == sent,
				"the same again: %+v", e)
			assert.True(t, len(r.limiter.refunded) <= 0, "it was refunded: %v", r.limiter.refunded)
			r.limiter.denied[bff.LimitCodeUse] = 0 // the store is unavailable
			if e := post(); e.Code != 503 || e.debug() != "upstream unavailable" || len(r.sent) != sent {
				t.Errorf("with the store unavailable: %+v", e)
			}
			assert.True(t, len(r.limiter.refunded) != 0 && !slices.ContainsFunc(r.limiter.refunded, isUse),
				"an attempt that was not made was not refunded: %v", r.limiter.refunded)
		})
	}
}

func TestCodeCheckInCompleteSessionTakesNoCode(t *testing.T) {
	r := newPlayer(t)
	r.call(api("user/check_ga", codeData), cookie("s"))
	assert.False(t, slices.ContainsFunc(r.limiter.taken, func(k bff.LimitKey) bool { return k.Rule == bff.LimitCodeUse }),
		"code taken: %v", r.limiter.taken)
}

func TestAccountSpellingsShareOneLimit(t *testing.T) {
	for account, spellings := range map[string][]string{
		"demo":  {"demo", "DEMO", " demo ", "dEmO", "d\u0307emo", "démo", "demö", "ｄｅｍｏ", "de\u200bmo", "de mo", "demo\u00a0"},
		"ikili": {"ikili", "IKILI", "ıkılı", "İKİLİ", "Ikili"},
	} {
		for _, name := range spellings {
			r := newFixture(t)
			r.respond(bff.Answer{Message: "no", Code: 400})
			r.call(api("user/login", `{"username":"`+name+`","password":"Demo123"}`))
			got := r.limiter.taken[1]
			assert.True(t, got.Rule == bff.LimitPassword && got.Subject == account, "%q counts as %q", name, got.Subject)
		}
	}
}
