package scenario

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
		assert.Equal(t, c.fits, Matches(c.pattern, c.call), "%q and %q", c.pattern, c.call)
	}
}

func TestContains(t *testing.T) {
	const data = `{"amount":10.50,"Type":1,"note":"x","open":true,"none":null,"tags":[1,{"a":2}],"bank":{"id":7,"name":"B"}}`
	for want, ok := range map[string]bool{
		`{}`:                         true,
		`{"Type":1}`:                 true,
		`{"Type":1.0,"amount":10.5}`: true,
		`{"Type":2}`:                 false,
		`{"Type":"1"}`:               false,
		`{"type":1}`:                 false,
		`{"note":"x","open":true}`:   true,
		`{"open":false}`:             false,
		`{"none":null}`:              true,
		`{"missing":null}`:           false,
		`{"bank":{"id":7}}`:          true,
		`{"bank":{"id":8}}`:          false,
		`{"bank":7}`:                 false,
		`{"tags":[1,{"a":2}]}`:       true,
		`{"tags":[1]}`:               false,
		`{"tags":{"a":2}}`:           false,
	} {
		assert.Equal(t, ok, Contains(Fields(data), Fields(want)), want)
	}
}

// effects are consecutive calls with the kinds of their effects.
type effects []struct {
	brand, call, kind string // kind is the Type of the data, empty for no data
	want              Kind
}

func (list effects) check(t *testing.T, a *Active) {
	t.Helper()
	for i, c := range list {
		var data map[string]any
		if c.kind != "" {
			data = map[string]any{"Type": json.Number(c.kind)}
		}
		got := Kind("")
		if e := a.For(c.brand, c.call, data); e != nil {
			got = e.Kind
		}
		assert.Equal(t, c.want, got, "call %d, %+v", i+1, c)
	}
}

func TestFaults(t *testing.T) {
	a := NewActive(1)
	a.AddFault(Fault{Call: "casino/*", Times: 2, Kind: Reset})
	a.AddFault(Fault{Call: "system/ping", Brand: "pera", Kind: Reset})
	effects{
		{"marmara", "casino/games_list", "", Reset},
		{"marmara", "casino/games_list", "", Reset},
		{"marmara", "casino/games_list", "", ""},
		{"marmara", "system/ping", "", ""},
		{"pera", "system/ping", "", Reset},
	}.check(t, a)
	assert.Len(t, a.Faults(), 1, "a used-up fault is still listed")
	a.Set(Switch{Name: "maintenance"})
	effects{{"pera", "system/ping", "", Reset}, {"marmara", "system/ping", "", Maintenance}}.check(t, a) // faults first
	a.ClearFaults("system/ping")
	effects{{"pera", "system/ping", "", Maintenance}}.check(t, a)

	a = NewActive(1)
	a.AddFault(Fault{Call: "*", Rate: new(0.25), Kind: Reset})
	applied := 0
	for range 4000 {
		if a.For("", "casino/games_list", nil) != nil {
			applied++
		}
	}
	assert.InDelta(t, 1000, applied, 100, "a fault of rate 0.25, 4000 times")

	a = NewActive(1)
	for i := range maxFaults + 1 {
		require.Equal(t, i < maxFaults, a.AddFault(Fault{Call: "*", Kind: Delay}), "fault %d", i+1)
	}
	for range maxSwitches + 5 {
		a.Set(Switch{Name: "slow"})
	}
	assert.Len(t, a.Switches(), 1, "%d scenarios of one scope", len(a.Switches()))
}

func TestSetAndClearScenarios(t *testing.T) {
	a := NewActive(1)
	a.Set(Switch{Name: "maintenance", Brand: "zephyr"})
	a.Set(Switch{Name: "provider-down"})
	a.Set(Switch{Name: "malformed", Call: "habanero/getJackpots"})
	effects{
		{"zephyr", "casino/games_list", "", Maintenance},
		{"marmara", "casino/games_list", "", ""},
		{"marmara", "casino/init_game", "", Refuse},
		{"marmara", Round, "", Refuse},
		{"marmara", "habanero/getJackpots", "", Malformed},
	}.check(t, a)
	a.Set(Switch{Name: Happy, Brand: "zephyr"})
	effects{{"zephyr", "casino/games_list", "", ""}}.check(t, a)
	assert.Len(t, a.Switches(), 2, "after clearing one brand: %d scenarios", len(a.Switches()))
	a.Set(Switch{Name: Happy})
	assert.Empty(t, a.Switches(), "happy without a scope leaves scenarios")
}

func TestDelayIsAddedToTheScenario(t *testing.T) {
	a := NewActive(1)
	a.AddFault(Fault{Call: "casino/games_list", Kind: Delay, LatencyMS: 1000})
	effects{{"", "casino/games_list", "", Delay}}.check(t, a)
	since := time.Date(2026, 5, 14, 18, 0, 0, 0, time.UTC)
	a.Set(Switch{Name: "big-lists", Since: since})
	e := a.For("", "casino/games_list", nil)
	assert.True(t, e != nil && e.Kind == Show && e.Latency == time.Second && e.View.Big && e.View.Since.Equal(since),
		"%+v", e)
}

func TestScenarioRulesWithConditions(t *testing.T) {
	a := NewActive(1)
	a.Set(Switch{Name: "kyc-rejected"})
	effects{
		{"", "finance/save_bank_transfer", "1", ""},
		{"", "finance/save_bank_transfer", "2", Refuse},
		{"", "finance/save_bank_transfer", "3", ""},
		{"", "user/get_user_profile", "", Show},
	}.check(t, a)
	// A scenario for one call uses the rule of that call.
	a = NewActive(1)
	a.Set(Switch{Name: "self-excluded", Call: "finance/save_bank_transfer"})
	effects{
		{"", "finance/save_bank_transfer", "1", Refuse},
		{"", "finance/save_bank_transfer", "2", ""},
		{"", "user/login", "", ""},
	}.check(t, a)
	a.Set(Switch{Name: "self-excluded", Call: "casino/games_list"})
	effects{{"", "casino/games_list", "", Refuse}}.check(t, a) // no rule names the call
}
