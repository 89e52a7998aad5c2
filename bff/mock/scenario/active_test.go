package scenario

import (
	"encoding/json"
	"testing"
	"time"
)

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		pattern, call string
		fits          bool
	}{
		{"*", "casino/games_list", true},
		{"casino/games_list", "casino/games_list", true},
		{"casino", "casino/games_list", true},
		{"casino", "livecasino/init_game", false},
		{"casino/*", "casino/games_list", true},
		{"*/init_game", "livecasino/init_game", true},
		{"*/init_game", "casino/games_list", false},
		{"user/*_bonus*", "user/claim_bonus", true},
		{"user/sms_*", "user/sms_send", true},
		{"[", "casino/games_list", false},
	} {
		if Matches(c.pattern, c.call) != c.fits {
			t.Errorf("%q and %q: matches %v", c.pattern, c.call, !c.fits)
		}
	}
}

func kind(e *Effect) Kind {
	if e == nil {
		return ""
	}
	return e.Kind
}

func TestFaultAppliesTheGivenTimes(t *testing.T) {
	a := NewActive(1)
	a.AddFault(Fault{Call: "casino/*", Rate: 1, Times: 2, Effect: Effect{Kind: Reset}})
	for i, want := range []Kind{Reset, Reset, ""} {
		if got := kind(a.For("marmara", "casino/games_list", nil)); got != want {
			t.Errorf("call %d: %q, want %q", i+1, got, want)
		}
	}
	if len(a.Faults()) != 0 {
		t.Error("a used-up fault is still listed")
	}
}

func TestFaultAppliesAtItsRate(t *testing.T) {
	a := NewActive(1)
	a.AddFault(Fault{Call: "*", Rate: 0.25, Effect: Effect{Kind: Reset}})
	struck := 0
	for range 4000 {
		if a.For("", "casino/games_list", nil) != nil {
			struck++
		}
	}
	if struck < 900 || struck > 1100 {
		t.Errorf("a fault of rate 0.25 applied %d of 4000", struck)
	}
}

func TestFaultAppliesToItsBrandOnly(t *testing.T) {
	a := NewActive(1)
	a.AddFault(Fault{Call: "*", Brand: "pera", Effect: Effect{Kind: Reset}})
	if kind(a.For("marmara", "system/ping", nil)) != "" || kind(a.For("pera", "system/ping", nil)) != Reset {
		t.Error("the fault of a brand applied to another, or not to its own")
	}
}

func TestSetAndClearScenarios(t *testing.T) {
	a := NewActive(1)
	a.Set(Switch{Name: "maintenance", Brand: "zephyr"})
	a.Set(Switch{Name: "provider-down"})
	a.Set(Switch{Name: "malformed", Call: "habanero/getJackpots"})
	for _, c := range []struct {
		brand, call string
		want        Kind
	}{
		{"zephyr", "casino/games_list", Maintenance},
		{"marmara", "casino/games_list", ""},
		{"marmara", "casino/init_game", Refuse},
		{"marmara", Round, Refuse},
		{"marmara", "habanero/getJackpots", Malformed},
	} {
		if got := kind(a.For(c.brand, c.call, nil)); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.brand, c.call, got, c.want)
		}
	}
	a.Set(Switch{Name: Happy, Brand: "zephyr"})
	if got := kind(a.For("zephyr", "casino/games_list", nil)); got != "" || len(a.Switches()) != 2 {
		t.Errorf("after clearing one brand: %q, %d scenarios", got, len(a.Switches()))
	}
	a.Set(Switch{Name: Happy})
	if len(a.Switches()) != 0 {
		t.Error("happy without a scope leaves scenarios")
	}
}

func TestDelayIsAddedToTheScenario(t *testing.T) {
	a := NewActive(1)
	a.AddFault(Fault{Call: "casino/games_list", Effect: Effect{Kind: Delay, Latency: time.Second}})
	if e := a.For("", "casino/games_list", nil); kind(e) != Delay {
		t.Errorf("alone: %+v", e)
	}
	since := time.Date(2026, 5, 14, 18, 0, 0, 0, time.UTC)
	a.Set(Switch{Name: "big-lists", Since: since})
	if e := a.For("", "casino/games_list", nil); kind(e) != Show || e.Latency != time.Second || !e.View.Big || !e.View.Since.Equal(since) {
		t.Errorf("with a scenario: %+v", e)
	}
}

func TestScenarioRuleWithCondition(t *testing.T) {
	a := NewActive(1)
	a.Set(Switch{Name: "kyc-rejected"})
	for data, want := range map[json.Number]Kind{"1": "", "2": Refuse, "3": ""} {
		if got := kind(a.For("", "finance/save_bank_transfer", map[string]any{"Type": data})); got != want {
			t.Errorf("type %s: %q, want %q", data, got, want)
		}
	}
	if got := kind(a.For("", "user/get_user_profile", nil)); got != Show {
		t.Errorf("the profile: %q", got)
	}
}

func TestScenarioForOneCallUsesTheRuleOfThatCall(t *testing.T) {
	a := NewActive(1)
	a.Set(Switch{Name: "self-excluded", Call: "finance/save_bank_transfer"})
	for _, c := range []struct {
		call, kind string
		want       Kind
	}{
		{"finance/save_bank_transfer", "1", Refuse},
		{"finance/save_bank_transfer", "2", ""},
		{"user/login", "", ""},
	} {
		if got := kind(a.For("", c.call, map[string]any{"Type": json.Number(c.kind)})); got != c.want {
			t.Errorf("%s of type %q: %q, want %q", c.call, c.kind, got, c.want)
		}
	}
	a.Set(Switch{Name: "self-excluded", Call: "casino/games_list"})
	if got := kind(a.For("", "casino/games_list", nil)); got != Refuse {
		t.Errorf("a call that no rule names: %q", got)
	}
}

func TestFaultPrecedesScenario(t *testing.T) {
	a := NewActive(1)
	a.Set(Switch{Name: "maintenance"})
	a.AddFault(Fault{Call: "system/ping", Effect: Effect{Kind: Hang}})
	if got := kind(a.For("", "system/ping", nil)); got != Hang {
		t.Errorf("%q", got)
	}
	a.ClearFaults("system/ping")
	if got := kind(a.For("", "system/ping", nil)); got != Maintenance {
		t.Errorf("after clearing: %q", got)
	}
}

func TestFaultsAreBounded(t *testing.T) {
	a := NewActive(1)
	for i := range maxFaults + 1 {
		if a.AddFault(Fault{Call: "*", Effect: Effect{Kind: Delay}}) != (i < maxFaults) {
			t.Fatalf("fault %d", i+1)
		}
	}
	for range maxSwitches + 5 {
		a.Set(Switch{Name: "slow"})
	}
	if len(a.Switches()) != 1 {
		t.Errorf("%d scenarios of one scope", len(a.Switches()))
	}
}

func TestEveryScenarioIsDescribed(t *testing.T) {
	for _, s := range All() {
		if s.Description == "" || (s.Name != Happy && len(s.Rules) == 0) {
			t.Errorf("%q: %q, %d rules", s.Name, s.Description, len(s.Rules))
		}
		for _, r := range s.Rules {
			if r.Effect.Kind == Refuse && r.Effect.Message == "" || r.Effect.Kind == "" || len(r.Calls) == 0 {
				t.Errorf("%q has a rule without effect: %+v", s.Name, r.Effect)
			}
		}
		if got, ok := ByName(s.Name); !ok || got.Name != s.Name {
			t.Errorf("%q is not found", s.Name)
		}
	}
}
