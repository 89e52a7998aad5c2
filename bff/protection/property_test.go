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

// accepted is a deposit that the model counts.
type accepted struct {
	amount bff.MinorUnits
	at     time.Time
	isBack bool // refused or refunded
}

// model is a second, naive account of the rules for deposits.
type model struct {
	now      time.Time
	zone     *time.Location
	player   *protection.Player
	limits   wishes
	deposits map[string]*accepted
	keys     []string
}

var (
	ids     = []protection.ID{daily, weekly, {Kind: protection.KindDeposit, Period: protection.PeriodMonth}}
	anID    = rapid.SampledFrom(ids)
	anValue = rapid.Int64Range(0, 1000)
)

// sum returns what counts for a limit at the model's time.
func (m *model) sum(p protection.Period) (sum int64) {
	for _, d := range m.deposits {
		if !d.isBack && isSame(p, d.at, m.now, m.zone) {
			sum += int64(d.amount)
		}
	}
	return sum
}

func (m *model) deposit(t *rapid.T) {
	key, amount := fmt.Sprint("deposit ", len(m.keys)), bff.MinorUnits(rapid.Int64Range(1, 400).Draw(t, "amount"))
	fits := true
	for id, l := range m.limits {
		fits = fits && m.sum(id.Period)+int64(amount) <= l.inForce
	}
	err := m.player.Reserve(key, amount, m.now, protection.Rules{Zone: m.zone})
	var refused *protection.LimitError
	if (err == nil) != fits || err != nil && !errors.As(err, &refused) {
		t.Fatalf("%d at %v: %v; it fits: %v", amount, m.now, err, fits)
	}
	if refused != nil {
		if l := m.limits[refused.ID]; refused.Left != max(0, l.inForce-m.sum(refused.ID.Period)) {
			t.Fatalf("%v, in force %d, counted %d", refused, l.inForce, m.sum(refused.ID.Period))
		}
		return
	}
	m.keys = append(m.keys, key)
	m.deposits[key] = &accepted{amount: amount, at: m.now}
}

func (m *model) settle(t *rapid.T) {
	if len(m.keys) == 0 {
		t.Skip("nothing to settle")
	}
	key, executed := rapid.SampledFrom(m.keys).Draw(t, "key"), rapid.Bool().Draw(t, "executed")
	m.player.Settle(key, executed)
	m.deposits[key].isBack = m.deposits[key].isBack || !executed
}

func (m *model) set(t *rapid.T) {
	id, value := anID.Draw(t, "limit"), anValue.Draw(t, "value")
	m.player.Set(id, value, m.now, utc)
	m.limits.set(id, value, m.now)
}

func (m *model) remove(t *rapid.T) {
	id := anID.Draw(t, "limit")
	has := m.limits.remove(id, m.now)
	if _, err := m.player.Remove(id, m.now, protection.Rules{Zone: m.zone}); (err == nil) != has {
		t.Fatal(err)
	}
}

func (m *model) confirm(t *rapid.T) {
	id := anID.Draw(t, "limit")
	want := m.limits.confirm(id, m.now)
	if err := m.player.Confirm(id, m.now); !errors.Is(err, want) {
		t.Fatalf("confirmed: %v, want %v", err, want)
	}
}

func (m *model) cancel(t *rapid.T) {
	id := anID.Draw(t, "limit")
	want := m.limits.cancel(id, m.now)
	if err := m.player.CancelPending(id, m.now); !errors.Is(err, want) {
		t.Fatalf("taken back: %v, want %v", err, want)
	}
}

// TestAcceptedDepositsNeverExceedTheLimitsInForce applies random changes, deposits, outcomes, pauses and restarts, and
// compares every answer with the model, whose sums are made from all deposits that were ever accepted.
func TestAcceptedDepositsNeverExceedTheLimitsInForce(t *testing.T) {
	for range sequences(t) / 100 { // of a hundred each
		rapid.Check(t, func(rt *rapid.T) {
			z := zone(t, rapid.SampledFrom(zones).Draw(rt, "zone"))
			m := &model{now: noon, zone: z, player: &protection.Player{}, limits: wishes{}, deposits: map[string]*accepted{}}
			rt.Repeat(map[string]func(*rapid.T){
				"deposit": m.deposit,
				"settle":  m.settle,
				"set":     m.set,
				"remove":  m.remove,
				"confirm": m.confirm,
				"cancel":  m.cancel,
				"wait": func(t *rapid.T) {
					m.now = m.now.Add(time.Duration(rapid.IntRange(0, 40*24).Draw(t, "hours")) * time.Hour)
				},
				"wait a little": func(t *rapid.T) {
					m.now = m.now.Add(time.Duration(rapid.IntRange(0, 30*60).Draw(t, "minutes")) * time.Minute)
				},
				"restart": func(t *rapid.T) {
					raw, err := json.Marshal(m.player)
					if err != nil {
						t.Fatal(err)
					}
					m.player = &protection.Player{}
					if err := json.Unmarshal(raw, m.player); err != nil {
						t.Fatal(err)
					}
				},
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
