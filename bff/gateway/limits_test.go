package gateway_test

import (
	"net/netip"
	"slices"
	"testing"
	"time"

	"croupier/bff"
)

func TestLimits(t *testing.T) {
	const changing = `{"password":"Demo123","new_password":"Demo1234","new_password_confirm":"Demo1234"}`
	for _, row := range []struct {
		call, data string
		rule       bff.LimitRule
		subject    string
		failures   bool
	}{
		{"casino/provider_list", "", "", "", false},
		{"user/get_user_profile", "", "", "", false},
		{"user/login", login, bff.LimitPassword, "demo", true},
		{"user/pass_change", changing, bff.LimitPassword, "7", true},
		{"user/check_ga", checkGA, bff.LimitCode, "7", true},
		{"user/sms_validate", `{"code":"123456"}`, bff.LimitCode, "7", true},
		{"user/clear_generated_ga", `{"gacode":"123456"}`, bff.LimitCode, "7", true},
		{"user/forgot", `{"email":"demo@example.com"}`, bff.LimitForgot, "2001:db8:1:2::/64", false},
		{"finance/save_bank_transfer", bankTransfer, bff.LimitMoney, "7", false},
	} {
		t.Run(row.call, func(t *testing.T) {
			r := newRig(t)
			r.sessions.open("s")
			post := func() envelope {
				r.limiter.taken, r.limiter.forgiven = nil, nil
				_, e := r.call(api(row.call, row.data), cookie("s"), header("Idempotency-Key", uuid), from("2001:db8:1:2:3::4"))
				return e
			}
			r.says(bff.Answer{Message: "no", Code: 400})
			post()
			want := []bff.LimitKey{{Rule: bff.LimitAddress, Subject: "2001:db8:1:2::/64"}}
			if row.rule != "" {
				want = append(want, bff.LimitKey{Rule: row.rule, Subject: row.subject})
			}
			for i := range want {
				want[i].Brand, want[i].Visitor = "marmara", netip.MustParseAddr("2001:db8:1:2:3::4")
			}
			if !slices.Equal(r.limiter.taken, want) {
				t.Errorf("taken %v\nwant %v", r.limiter.taken, want)
			}
			if len(r.limiter.forgiven) > 0 {
				t.Errorf("a failed attempt is forgiven: %v", r.limiter.forgiven)
			}
			if row.rule == "" {
				return
			}
			for name, answer := range map[string]func(){
				"a good answer": func() { r.says(bff.Answer{Result: true, Data: []byte(platformLogin), Code: 200}) },
				"no answer":     func() { r.fails(bff.ReasonUpstreamTimeout) },
			} {
				r.sessions.open("s")
				clear(r.journal.entries)
				answer()
				post()
				if forgiven := len(r.limiter.forgiven) == 1; forgiven != row.failures {
					t.Errorf("%s: forgiven %v", name, r.limiter.forgiven)
				}
			}
			r.sessions.open("s")
			r.limiter.denied[row.rule] = time.Minute
			sent := len(r.sent)
			if e := post(); e.Code != 429 || e.debug() != "rate limited" || len(r.sent) != sent {
				t.Errorf("beyond the limit: %+v", e)
			}
		})
	}
}

func TestAnAccountIsOneHoweverItsNameIsWritten(t *testing.T) {
	for _, name := range []string{
		"demo", "DEMO", " demo ", "dEmO", "d\u0307emo", "démo", "demö", "ｄｅｍｏ", "de\u200bmo", "de mo", "demo\u00a0",
	} {
		r := newRig(t)
		r.says(bff.Answer{Message: "no", Code: 400})
		r.call(api("user/login", `{"username":"`+name+`","password":"Demo123"}`))
		if got := r.limiter.taken[len(r.limiter.taken)-1]; got.Rule != bff.LimitPassword || got.Subject != "demo" {
			t.Errorf("%q counts as %q", name, got.Subject)
		}
	}
	for _, name := range []string{"ikili", "IKILI", "ıkılı", "İKİLİ", "Ikili"} {
		r := newRig(t)
		r.call(api("user/login", `{"username":"`+name+`","password":"Demo123"}`))
		if got := r.limiter.taken[len(r.limiter.taken)-1]; got.Subject != "ikili" {
			t.Errorf("%q counts as %q", name, got.Subject)
		}
	}
}
