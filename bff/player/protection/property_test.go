package protection_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/player/protection"
	"croupier/bff/test/testkit"
)

var (
	ids     = []bff.LimitID{daily, weekly, {Kind: bff.LimitDeposit, Period: bff.PeriodMonth}}
	anID    = rapid.SampledFrom(ids)
	anValue = rapid.Int64Range(0, 1000)
)

// accepted is a deposit that the model counts.
type accepted struct {
	name   protection.DepositName
	amount bff.MinorUnits
	at     time.Time
	isBack bool // refused or refunded
}

func (m *playModel) deposit(t *rapid.T) {
	key, amount := fmt.Sprint("deposit ", len(m.keys)), bff.MinorUnits(rapid.Int64Range(1, 400).Draw(t, "amount"))
	fits := true
	for id, l := range m.limits {
		fits = fits && m.used(id)+int64(amount) <= l.inForce
	}
	// Keys are claimed again, so the claim identifies a deposit.
	claimed := noon.Add(time.Duration(len(m.keys)) * 24 * time.Hour)
	name := protection.DepositName{Key: fmt.Sprint("key ", len(m.keys)%3), Amount: amount, Claimed: claimed}
	err := m.instance(t).Reserve(t.Context(), m.brand, player, name, protection.PlatformPlayer{Rounds: m})
	want := map[bool]string{true: "", false: bff.ReasonLimitReached.Debug}[fits]
	require.Equal(t, want, debugOf(err), "a deposit of %d at %v; %s", amount, m.now, m.describe())
	var reason *bff.Reason
	if !errors.As(err, &reason) {
		m.keys = append(m.keys, key)
		m.deposits[key] = &accepted{name: name, amount: amount, at: m.now}
		return
	}
	var refused struct {
		bff.LimitID
		Left bff.MinorUnits
	}
	require.NoError(t, json.Unmarshal(reason.Data, &refused))
	l := m.limits[refused.LimitID]
	require.True(t, l != nil && int64(refused.Left) == max(0, l.inForce-m.used(refused.LimitID)),
		"%s; %s", reason.Data, m.describe())
}

func (m *playModel) settle(t *rapid.T) {
	if len(m.keys) == 0 {
		t.Skip("nothing to settle")
	}
	key := rapid.SampledFrom(m.keys).Draw(t, "key")
	executed := rapid.Bool().Draw(t, "executed")
	d := m.deposits[key]
	require.NoError(t, m.instance(t).Settle(t.Context(), changed(d.name.Key, d.name.Claimed, executed)))
	d.isBack = d.isBack || !executed
}

// actions returns the actions of both properties. The first ones in the alphabet are drawn more
// often.
func (m *playModel) actions() map[string]func(*rapid.T) {
	return map[string]func(*rapid.T){
		"a day ends":        m.midnight,
		"a limit is raised": m.raise,
		"a limit is set":    m.set,
		"cancel":            m.cancel,
		"confirm":           m.confirm,
		"confirm in time":   m.confirmInTime,
		"days pass":         func(t *rapid.T) { m.wait(t, time.Hour, 240) },
		"hours pass":        func(t *rapid.T) { m.wait(t, time.Minute, 30*60) },
		"remove":            m.remove,
		"restart":           func(t *rapid.T) { m.restart(rapid.IntRange(0, 1).Draw(t, "instance")) },
	}
}

// TestAcceptedDepositsNeverExceedTheLimitsInForce applies random changes, deposits, outcomes,
// pauses and restarts. It compares every response with the model, which sums all deposits that were
// ever accepted.
func TestAcceptedDepositsNeverExceedTheLimitsInForce(t *testing.T) {
	for range sequences(t) / 100 { // of a hundred each
		rapid.Check(t, func(rt *rapid.T) {
			m := newPlayModel(t, rt, ids)
			actions := m.actions()
			actions["deposit"], actions["another deposit"], actions["settle"] = m.deposit, m.deposit, m.settle
			rt.Repeat(actions)
		})
	}
}

// aPlayer draws a state that random actions can reach.
func aPlayer(t *rapid.T, name string) *protection.Player {
	p, now := &protection.Player{}, noon
	for i := range rapid.IntRange(0, 12).Draw(t, name+" actions") {
		id := anID.Draw(t, "limit")
		switch rapid.IntRange(0, 6).Draw(t, "action") {
		case 0, 1:
			p.Set(id, anValue.Draw(t, "value"), now, utc)
		case 2, 3:
			_ = p.Reserve(protection.DepositName{
				Key: fmt.Sprint("deposit ", i%3), Amount: bff.MinorUnits(rapid.Int64Range(1, 300).Draw(t, "amount")),
			}, now, utc)
		case 4:
			p.Settle(changed(fmt.Sprint("deposit ", i%3), now, rapid.Bool().Draw(t, "executed")))
		case 5:
			p.Break(time.Duration(rapid.IntRange(1, 48).Draw(t, "hours"))*time.Hour, now)
		case 6:
			now = now.Add(time.Duration(rapid.IntRange(1, 30).Draw(t, "hours")) * time.Hour)
		}
	}
	return p
}

// changed returns the outcome of a deposit that was executed or declined.
func changed(key string, at time.Time, executed bool) bff.PaymentChanged {
	status := bff.PaymentRefused
	if executed {
		status = bff.PaymentExecuted
	}
	return bff.PaymentChanged{Brand: "marmara", Player: player, Key: key, At: at, Status: status}
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
		allows := func(p *protection.Player) bool {
			return clone(p).Reserve(protection.DepositName{Key: "new", Amount: amount}, now, utc) == nil
		}
		require.True(t, !allows(both) || allows(a) && allows(b),
			"%d is allowed by %+v, not by %+v and %+v", amount, both, a, b)
		for _, id := range ids {
			confirms := func(p *protection.Player) bool { return clone(p).Confirm(id, now) == nil }
			require.True(t, !confirms(both) || confirms(a) && confirms(b),
				"%v of %+v, not of %+v and %+v", id, both, a, b)
		}
	})
}

// newPlayModel draws a time zone and a time, which may be close to a clock change or a new year. It
// starts two instances.
func newPlayModel(t *testing.T, rt *rapid.T, ids []bff.LimitID) *playModel {
	z := zone(t, rapid.SampledFrom(zones).Draw(rt, "zone"))
	begin := rapid.SampledFrom([]time.Time{noon.AddDate(0, 0, -40), noon, noon.AddDate(0, 3, 0)}).Draw(rt, "begin")
	m := &playModel{
		zone: z, brand: &bff.Brand{ID: "marmara", TimeZone: z}, now: begin, store: new(testkit.Keyed), key: modelKey,
		bus: new(testkit.Bus), ids: ids, limits: wishes{}, deposits: map[string]*accepted{},
		minutes: map[int64]time.Time{},
	}
	m.wait(rt, time.Hour, 40*24)
	m.restart(0)
	m.restart(1)
	return m
}

var modelKey = indexkey.New()

func (m *playModel) instance(t *rapid.T) *protection.Service {
	return m.instances[rapid.IntRange(0, 1).Draw(t, "instance")]
}

// start starts a game and expects the result of the model.
func (m *playModel) start(t *rapid.T) {
	err := m.instance(t).MayPlay(t.Context(), m.brand, player, protection.PlatformPlayer{Rounds: m})
	got, want := debugOf(err), m.refusal()
	isOpen := want == "" || want == bff.ReasonLimitReached.Debug
	require.Equal(t, want, got,
		"a game at %v; rounds as of %v; %s", m.now.In(m.zone), m.asOf().In(m.zone), m.describe())
	if isOpen && m.has(bff.LimitLoss, bff.LimitStake) && !m.gamesDown && !m.betsDown {
		require.Less(t, m.now.Sub(m.asOf()), roundsRecent, "a game at %v: the platform was not asked", m.now)
	}
	var reason *bff.Reason
	if got != bff.ReasonLimitReached.Debug || !errors.As(err, &reason) {
		return
	}
	var id bff.LimitID
	require.NoError(t, json.Unmarshal(reason.Data, &id))
	require.True(t, m.limits[id] != nil && m.used(id) >= m.limits[id].inForce,
		"%s is not reached; %s", reason.Data, m.describe())
}

func (m *playModel) describe() (out string) {
	for _, id := range m.ids {
		if l := m.limits[id]; l != nil {
			out += fmt.Sprintf(" %s/%s %d of %d;", id.Kind, id.Period, m.used(id), l.inForce)
		}
	}
	return out
}

// call makes a call of limits/* and expects a debug code.
func (m *playModel) call(t *rapid.T, method, want string, data map[string]any) {
	_, err := m.instance(t).Call(t.Context(), m.brand, player, method, data, protection.PlatformPlayer{Rounds: m})
	require.Equal(t, want, debugOf(err), "limits/%s %v at %v", method, data, m.now)
}

func about(id bff.LimitID) map[string]any {
	return map[string]any{"kind": string(id.Kind), "period": string(id.Period)}
}

func (m *playModel) setTo(t *rapid.T, id bff.LimitID, value int64) {
	data := about(id)
	if id.Kind == bff.LimitSessionTime {
		data["minutes"] = json.Number(strconv.FormatInt(value, 10))
	} else {
		value *= chip
		data["amount"] = json.Number(bff.MinorUnits(value).String())
	}
	m.call(t, "set", "", data)
	m.limits.set(id, value, m.now)
	m.now = m.now.Add(second) // a response at this time is later than the limit
}

func (m *playModel) set(t *rapid.T) {
	m.setTo(t, rapid.SampledFrom(m.ids).Draw(t, "limit"), rapid.Int64Range(1, 12).Draw(t, "value"))
}

func (m *playModel) anyLimit(t *rapid.T) bff.LimitID {
	var out []bff.LimitID
	for _, id := range m.ids {
		if m.limits[id] != nil {
			out = append(out, id)
		}
	}
	if len(out) == 0 {
		t.Skip("no limit")
	}
	return rapid.SampledFrom(out).Draw(t, "limit")
}

func (m *playModel) raise(t *rapid.T) {
	id := m.anyLimit(t)
	value := m.limits[id].inForce
	if id.Kind != bff.LimitSessionTime {
		value /= chip
	}
	m.setTo(t, id, value+rapid.Int64Range(1, 6).Draw(t, "more"))
}

func (m *playModel) remove(t *rapid.T) {
	id := rapid.SampledFrom(m.ids).Draw(t, "limit")
	data := about(id)
	data["amount"], data["minutes"] = nil, nil
	m.call(t, "set", "", data)
	m.limits.remove(id, m.now)
}

func (m *playModel) confirm(t *rapid.T) {
	id := m.anyLimit(t)
	want := map[error]string{
		bff.ReasonLimitWaits:     bff.ReasonLimitWaits.Debug,
		bff.ReasonNothingPending: bff.ReasonNothingPending.Debug,
	}
	m.call(t, "confirm", want[m.limits.confirm(id, m.now)], about(id))
}

// confirmInTime waits until a limit may be confirmed, or the moment before.
func (m *playModel) confirmInTime(t *rapid.T) {
	id := m.anyLimit(t)
	l := m.limits[id]
	if !l.isPending(m.now) || m.now.After(l.from) {
		t.Skip("nothing pending")
	}
	m.advanceTo(l.from.Add(rapid.SampledFrom([]time.Duration{-1, 0, time.Hour, lapsesAfter - 1, lapsesAfter}).Draw(t,
		"after")))
	m.confirm(t)
}

func (m *playModel) cancel(t *rapid.T) {
	id := m.anyLimit(t)
	want := ""
	if m.limits.cancel(id, m.now) != nil {
		want = bff.ReasonNothingPending.Debug
	}
	m.call(t, "cancel_pending", want, about(id))
}

// play adds rounds even if no game may start, because running games continue.
func (m *playModel) play(t *rapid.T) {
	for range rapid.IntRange(1, 4).Draw(t, "rounds") {
		m.now = m.now.Add(second) // a report does not contain later rounds
		m.wait(t, second, 20)
		r := modelRound{
			at: m.now, stake: chip * bff.MinorUnits(rapid.Int64Range(0, 4).Draw(t, "stake")),
			win: chip * bff.MinorUnits(rapid.Int64Range(0, 4).Draw(t, "win")),
		}
		late, rounds := []time.Duration{0, resultsWithin, time.Minute, 10 * time.Minute}, &m.games
		if rapid.Bool().Draw(t, "bet") {
			late, rounds = append(late, time.Hour, 30*time.Hour, 10*24*time.Hour), &m.bets
		}
		r.told, r.won = r.at.Add(rapid.SampledFrom(late).Draw(t, "told")),
			r.at.Add(rapid.SampledFrom(late).Draw(t, "won"))
		*rounds = append(*rounds, r)
	}
}

// use lets the player use the site for a while, in one tab or several.
func (m *playModel) use(t *rapid.T) {
	for range rapid.IntRange(1, 4).Draw(t, "calls") {
		m.wait(t, second, 80)
		if m.has(bff.LimitSessionTime) {
			m.minutes[m.now.Unix()/60] = m.now
		}
		if s := m.instance(t); s.MinuteDue(t.Context(), m.brand, player) {
			s.NoteMinute(t.Context(), m.brand, player, protection.PlatformPlayer{Rounds: m})
		}
	}
}

// session plays rounds and starts games in turn.
func (m *playModel) session(t *rapid.T) {
	for range rapid.IntRange(1, 3).Draw(t, "games") {
		m.play(t)
		m.wait(t, rapid.SampledFrom([]time.Duration{second, 8 * second}).Draw(t, "unit"), 120)
		m.start(t)
	}
}

// close starts a break, or rarely an exclusion, after which little happens.
func (m *playModel) close(t *rapid.T) {
	if rapid.IntRange(0, 3).Draw(t, "really") != 3 {
		t.Skip("open")
	}
	switch what := rapid.IntRange(0, 63).Draw(t, "closed"); {
	case what == 63:
		m.call(t, "self_exclude", "", map[string]any{"forever": true})
		m.forever = true
	case what > 56:
		m.call(t, "self_exclude", "", map[string]any{"months": json.Number("6")})
		if until := m.now.UTC().AddDate(0, 6, 0); until.After(m.exclusionEnd) {
			m.exclusionEnd = until
		}
	default:
		hours := rapid.SampledFrom([]int{24, 24, 24, 72, 168, 720}).Draw(t, "hours")
		m.call(t, "cool_off", "", map[string]any{"hours": json.Number(strconv.Itoa(hours))})
		if until := m.now.Add(time.Duration(hours) * time.Hour); until.After(m.breakEnd) {
			m.breakEnd = until
		}
	}
}

func (m *playModel) wait(t *rapid.T, unit time.Duration, most int) {
	m.now = m.now.Add(time.Duration(rapid.IntRange(0, most).Draw(t, "time")) * unit)
}

func (m *playModel) advanceTo(at time.Time) {
	if at.After(m.now) {
		m.now = at
	}
}

func (m *playModel) endBreak(t *rapid.T) {
	if !m.now.Before(m.breakEnd) {
		t.Skip("no break")
	}
	m.now = m.breakEnd.Add(rapid.SampledFrom([]time.Duration{0, -1}).Draw(t, "after"))
}

func (m *playModel) outage(t *rapid.T) {
	m.gamesDown = rapid.Bool().Draw(t, "games")
	m.betsDown = !m.gamesDown || rapid.Bool().Draw(t, "bets")
}

// midnight advances the time to about the end of a day.
func (m *playModel) midnight(t *rapid.T) {
	year, month, day := m.now.In(m.zone).Date()
	days := rapid.SampledFrom([]int{1, 1, 2, 7}).Draw(t, "days")
	after := rapid.SampledFrom([]time.Duration{-second, 0, second}).Draw(t, "after")
	m.advanceTo(time.Date(year, month, day+days, 0, 0, 0, 0, m.zone).Add(after))
}

// TestAcceptedStartsOfGamesKeepToTheLimitsInForce applies random limits, rounds, minutes of use,
// breaks, platform outages and restarts to two instances. It compares every start of a game with
// the model, which sums all rounds.
func TestAcceptedStartsOfGamesKeepToTheLimitsInForce(t *testing.T) {
	for range sequences(t) / 100 { // of a hundred each
		rapid.Check(t, func(rt *rapid.T) {
			m := newPlayModel(t, rt, playIDs)
			for range rapid.IntRange(0, 3).Draw(rt, "limits") {
				m.set(rt)
			}
			actions := m.actions()
			maps.Copy(actions, map[string]func(*rapid.T){
				"":                     func(*rapid.T) {},
				"a game starts":        m.start,
				"a game is played":     m.session,
				"a moment passes":      func(t *rapid.T) { m.wait(t, second, 120) },
				"a round is played":    m.play,
				"a visit":              m.use,
				"outage":               m.outage,
				"outage ends":          func(*rapid.T) { m.gamesDown, m.betsDown = false, false },
				"another game starts":  m.start,
				"minutes pass":         func(t *rapid.T) { m.wait(t, second, 20*60) },
				"the break ends":       m.endBreak,
				"the player is closed": m.close,
			})
			rt.Repeat(actions)
		})
	}
}
