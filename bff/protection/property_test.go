package protection_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"croupier/bff"
	"croupier/bff/protection"
)

var (
	ids     = []protection.ID{daily, weekly, {Kind: protection.KindDeposit, Period: protection.PeriodMonth}}
	anID    = rapid.SampledFrom(ids)
	anValue = rapid.Int64Range(0, 1000)
)

// accepted is a deposit that the model counts.
type accepted struct {
	amount bff.MinorUnits
	at     time.Time
	isBack bool // refused or refunded
}

// deposit makes a deposit, and expects what the model does.
func (m *playModel) deposit(t *rapid.T) {
	key, amount := fmt.Sprint("deposit ", len(m.keys)), bff.MinorUnits(rapid.Int64Range(1, 400).Draw(t, "amount"))
	fits := true
	for id, l := range m.limits {
		fits = fits && m.used(id)+int64(amount) <= l.inForce
	}
	err := m.instance(t).Reserve(t.Context(), m.brand, player, key, amount, bff.PlatformPlayer{Rounds: m})
	want := map[bool]string{true: "", false: bff.ReasonLimitReached.Debug}[fits]
	if got := debugOf(err); got != want {
		t.Fatalf("a deposit of %d at %v: %q, want %q; %s", amount, m.now, got, want, m.describe())
	}
	var reason *bff.Reason
	if !errors.As(err, &reason) {
		m.keys = append(m.keys, key)
		m.deposits[key] = &accepted{amount: amount, at: m.now}
		return
	}
	var refused struct {
		protection.ID
		Left bff.MinorUnits
	}
	err = json.Unmarshal(reason.Data, &refused)
	if l := m.limits[refused.ID]; err != nil || l == nil || int64(refused.Left) != max(0, l.inForce-m.used(refused.ID)) {
		t.Fatalf("%s, %v; %s", reason.Data, err, m.describe())
	}
}

// settle executes, refuses or refunds a deposit.
func (m *playModel) settle(t *rapid.T) {
	if len(m.keys) == 0 {
		t.Skip("nothing to settle")
	}
	key := rapid.SampledFrom(m.keys).Draw(t, "key")
	executed := rapid.Bool().Draw(t, "executed")
	if err := m.instance(t).Settle(t.Context(), m.brand.ID, player, key, executed); err != nil {
		t.Fatal(err)
	}
	m.deposits[key].isBack = m.deposits[key].isBack || !executed
}

// TestAcceptedDepositsNeverExceedTheLimitsInForce applies random changes, deposits, outcomes, pauses and restarts, and
// compares every answer with the model, whose sums are made from all deposits that were ever accepted.
func TestAcceptedDepositsNeverExceedTheLimitsInForce(t *testing.T) {
	for range sequences(t) / 100 { // of a hundred each
		rapid.Check(t, func(rt *rapid.T) {
			m := newPlayModel(t, rt, ids)
			rt.Repeat(map[string]func(*rapid.T){
				"deposit":         m.deposit,
				"another deposit": m.deposit,
				"settle":          m.settle,
				"set":             m.set,
				"raise":           m.raise,
				"remove":          m.remove,
				"confirm":         m.confirm,
				"confirm in time": m.confirmInTime,
				"cancel":          m.cancel,
				"a day ends":      m.midnight,
				"days pass":       func(t *rapid.T) { m.wait(t, time.Hour, 240) },
				"hours pass":      func(t *rapid.T) { m.wait(t, time.Minute, 30*60) },
				"restart":         func(t *rapid.T) { m.restart(rapid.IntRange(0, 1).Draw(t, "instance")) },
			})
		})
	}
}

// aPlayer draws a state that random actions lead to.
func aPlayer(t *rapid.T, name string) *protection.Player {
	p, now := &protection.Player{}, noon
	for i := range rapid.IntRange(0, 12).Draw(t, name+" actions") {
		id := anID.Draw(t, "limit")
		switch rapid.IntRange(0, 6).Draw(t, "action") {
		case 0, 1:
			p.Set(id, anValue.Draw(t, "value"), now, utc)
		case 2, 3:
			_ = p.Reserve(fmt.Sprint("deposit ", i%3), bff.MinorUnits(rapid.Int64Range(1, 300).Draw(t, "amount")), now, utc)
		case 4:
			p.Settle(fmt.Sprint("deposit ", i%3), rapid.Bool().Draw(t, "executed"))
		case 5:
			p.Break(time.Duration(rapid.IntRange(1, 48).Draw(t, "hours"))*time.Hour, now)
		case 6:
			now = now.Add(time.Duration(rapid.IntRange(1, 30).Draw(t, "hours")) * time.Hour)
		}
	}
	return p
}

func clone(p *protection.Player) *protection.Player {
	raw, _ := json.Marshal(p)
	out := &protection.Player{}
	_ = json.Unmarshal(raw, out)
	return out
}

func TestStricterAllowsNothingThatOneForbids(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := aPlayer(t, "a"), aPlayer(t, "b")
		both := protection.Stricter(clone(a), clone(b))
		now := noon.Add(time.Duration(rapid.IntRange(0, 24*40).Draw(t, "hours")) * time.Hour)
		amount := bff.MinorUnits(rapid.Int64Range(1, 1000).Draw(t, "amount"))
		allows := func(p *protection.Player) bool { return clone(p).Reserve("new", amount, now, utc) == nil }
		if allows(both) && (!allows(a) || !allows(b)) {
			t.Fatalf("%d is allowed by %+v, not by %+v and %+v", amount, both, a, b)
		}
		for _, id := range ids {
			if clone(both).Confirm(id, now) == nil && (clone(a).Confirm(id, now) != nil || clone(b).Confirm(id, now) != nil) {
				t.Fatalf("%v is confirmed for %+v, not for %+v and %+v", id, both, a, b)
			}
		}
	})
}
