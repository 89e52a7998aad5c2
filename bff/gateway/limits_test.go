package gateway_test

import (
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"croupier/bff"
)

func TestLimits(t *testing.T) {
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
		{"user/check_ga", checkGA, codes, true},
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
			r := newRig(t)
			r.sessions.open("s")
			before := limits{{Rule: bff.LimitAddress, Subject: here}}
			class, method, _ := strings.Cut(row.call, "/")
			if call, _ := catalogue().Lookup(class, method); call.Rules.Who != bff.WhoGuest {
				before = append(before, bff.LimitKey{Rule: bff.LimitSession, Subject: "s"})
			}
			post := func() envelope {
				r.limiter.taken, r.limiter.forgiven = nil, nil
				_, e := r.call(api(row.call, row.data), cookie("s"), header("Idempotency-Key", uuid), from("2001:db8:1:2:3::4"))
				code := func(k bff.LimitKey) bool { return k.Rule == bff.LimitCodeUse }
				r.limiter.taken = slices.DeleteFunc(r.limiter.taken, code)
				r.limiter.forgiven = slices.DeleteFunc(r.limiter.forgiven, code)
				return e
			}
			r.says(bff.Answer{Message: "no", Code: 400})
			post()
			want := append(slices.Clone(before), row.limits...)
			for i := range want {
				want[i].Brand, want[i].Visitor = "marmara", netip.MustParseAddr("2001:db8:1:2:3::4")
			}
			if !slices.Equal(r.limiter.taken, want) {
				t.Errorf("taken %v\nwant %v", r.limiter.taken, want)
			}
			if len(r.limiter.forgiven) > 0 {
				t.Errorf("a failed attempt is forgiven: %v", r.limiter.forgiven)
			}
			for name, answer := range map[string]func(){
				"a good answer": func() { r.says(bff.Answer{Result: true, Data: []byte(platformLogin), Code: 200}) },
				"no answer":     func() { r.fails(bff.ReasonUpstreamTimeout) },
			} {
				r.sessions.open("s")
				clear(r.journal.entries)
				answer()
				post()
				if row.failures && !slices.Equal(r.limiter.forgiven, want[len(before):]) || !row.failures && len(r.limiter.forgiven) > 0 {
					t.Errorf("%s: forgiven %v", name, r.limiter.forgiven)
				}
			}
			for i, denied := range row.limits {
				r.sessions.open("s")
				r.limiter.denied = map[bff.LimitRule]time.Duration{denied.Rule: time.Minute}
				sent := len(r.sent)
				if e := post(); e.Code != 429 || e.debug() != "rate limited" || len(r.sent) != sent {
					t.Errorf("beyond the limit: %+v", e)
				}
				if row.failures && !slices.Equal(r.limiter.forgiven, want[len(before):len(before)+i]) {
					t.Errorf("an attempt that %s stopped: forgiven %v", denied.Rule, r.limiter.forgiven)
				}
			}
		})
	}
}

func TestABrandMayLimitAClass(t *testing.T) {
	r := newRig(t)
	r.sessions.open("s")
	rule := bff.LimitClass("casino")
	r.marmara().Limits = map[bff.LimitRule]bff.Allowance{rule: {Count: 1, Window: time.Second, Burst: 1}}
	for body, subject := range map[string]string{
		api("casino/provider_list", ""):         "192.0.2.9",
		api("casino/init_game", `{"gameID":1}`): "s",
		api("livecasino/provider_list", ""):     "",
	} {
		r.limiter.taken, r.limiter.denied = nil, map[bff.LimitRule]time.Duration{}
		r.call(body, cookie("s"), from("192.0.2.9"))
		i := slices.IndexFunc(r.limiter.taken, func(k bff.LimitKey) bool { return k.Rule == rule })
		if subject == "" {
			if i >= 0 {
				t.Errorf("another class is counted: %v", r.limiter.taken)
			}
			continue
		}
		if i < 0 || r.limiter.taken[i].Subject != subject {
			t.Fatalf("%s: taken %v", body, r.limiter.taken)
		}
		r.limiter.denied[rule] = time.Second
		sent := len(r.sent)
		if _, e := r.call(body, cookie("s"), from("192.0.2.9")); e.Code != 429 || len(r.sent) != sent {
			t.Errorf("beyond the limit: %+v", e)
		}
	}
}

func TestASessionsCallsAreLimited(t *testing.T) {
	r := newRig(t)
	r.sessions.open("s")
	r.limiter.denied[bff.LimitSession] = time.Second
	for body, want := range map[string]int{api("user/get_user_profile", ""): 429, providers: 200} {
		if w, e := r.call(body, cookie("s")); e.Code != want || w.Code != want {
			t.Errorf("%s: %+v", body, e)
		}
	}
}

func TestACodeIsRightOnce(t *testing.T) {
	for _, row := range []struct {
		call, data, field string
		session           func(*bff.Session)
	}{
		{"user/check_ga", checkGA, "ga_code", pending},
		{"user/sms_validate", `{"code":"123456"}`, "code", func(*bff.Session) {}},
		{"user/clear_generated_ga", `{"gacode":"123456"}`, "gacode", func(*bff.Session) {}},
	} {
		t.Run(row.call, func(t *testing.T) {
			r := newRig(t)
			post := func() envelope {
				r.sessions.open("s", row.session)
				r.limiter.taken, r.limiter.forgiven = nil, nil
				_, e := r.call(api(row.call, row.data), cookie("s"))
				return e
			}
			isUse := func(k bff.LimitKey) bool { return k.Rule == bff.LimitCodeUse }
			r.says(bff.Answer{Message: "no", Code: 400})
			post()
			i, j := slices.IndexFunc(r.limiter.taken, isUse), slices.IndexFunc(r.limiter.forgiven, isUse)
			if i < 0 || j < 0 || r.limiter.taken[i] != r.limiter.forgiven[j] {
				t.Fatalf("a wrong code: taken %v, forgiven %v", r.limiter.taken, r.limiter.forgiven)
			}
			use := r.limiter.taken[i]
			if len(use.Subject) != 64 || use.Visitor.IsValid() || use.Brand != "marmara" {
				t.Errorf("counted as %+v", use)
			}
			r.fails(bff.ReasonUpstreamTimeout)
			post()
			if !slices.ContainsFunc(r.limiter.forgiven, isUse) {
				t.Error("a code that nobody has checked is used up")
			}
			r.says(bff.Answer{Result: true, Code: 200})
			post()
			if !slices.Contains(r.limiter.taken, use) || slices.ContainsFunc(r.limiter.forgiven, isUse) {
				t.Errorf("a right code: taken %v, forgiven %v", r.limiter.taken, r.limiter.forgiven)
			}
			r.limiter.denied[bff.LimitCodeUse] = time.Minute
			sent := len(r.sent)
			e := post()
			if e.Code != 400 || e.debug() != "invalid payload" || !strings.Contains(e.Message, row.field) || len(r.sent) != sent {
				t.Errorf("the same again: %+v", e)
			}
			if len(r.limiter.forgiven) > 0 {
				t.Errorf("it counts as no guess: %v", r.limiter.forgiven)
			}
			r.limiter.denied[bff.LimitCodeUse] = 0 // the store cannot tell
			if e := post(); e.Code != 503 || e.debug() != "upstream unavailable" || len(r.sent) != sent {
				t.Errorf("where nobody knows whether it was used: %+v", e)
			}
			if len(r.limiter.forgiven) == 0 || slices.ContainsFunc(r.limiter.forgiven, isUse) {
				t.Errorf("what was not tried counts as a guess: %v", r.limiter.forgiven)
			}
		})
	}
}

func TestACompleteSessionMayHaveItsCodeChecked(t *testing.T) {
	r := newRig(t)
	r.sessions.open("s")
	r.says(bff.Answer{Result: true, Code: 200})
	r.call(api("user/check_ga", checkGA), cookie("s"))
	for _, k := range r.limiter.taken {
		if k.Rule == bff.LimitCodeUse {
			t.Errorf("used up: %v", k)
		}
	}
}

func TestAnAccountIsOneHoweverItsNameIsWritten(t *testing.T) {
	for _, name := range []string{
		"demo", "DEMO", " demo ", "dEmO", "d\u0307emo", "démo", "demö", "ｄｅｍｏ", "de\u200bmo", "de mo", "demo\u00a0",
	} {
		r := newRig(t)
		r.says(bff.Answer{Message: "no", Code: 400})
		r.call(api("user/login", `{"username":"`+name+`","password":"Demo123"}`))
		if got := r.limiter.taken[1]; got.Rule != bff.LimitPassword || got.Subject != "demo" {
			t.Errorf("%q counts as %q", name, got.Subject)
		}
	}
	for _, name := range []string{"ikili", "IKILI", "ıkılı", "İKİLİ", "Ikili"} {
		r := newRig(t)
		r.call(api("user/login", `{"username":"`+name+`","password":"Demo123"}`))
		if got := r.limiter.taken[1]; got.Subject != "ikili" {
			t.Errorf("%q counts as %q", name, got.Subject)
		}
	}
}
