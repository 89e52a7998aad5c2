package protection_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/player/protection"
	"croupier/bff/test/testkit"
)

func TestPeriodsFollowTheCalendarOfTheirZone(t *testing.T) {
	for _, row := range []struct {
		zone, at   string
		period     string
		start, end string
	}{
		{"Europe/Istanbul", "2026-11-27T20:59:59Z", bff.PeriodDay, "2026-11-26T21:00:00Z", "2026-11-27T21:00:00Z"},
		{"Europe/Istanbul", "2026-11-27T20:59:59Z", bff.PeriodWeek, "2026-11-22T21:00:00Z", "2026-11-29T21:00:00Z"},
		{"Europe/Istanbul", "2026-11-27T20:59:59Z", bff.PeriodMonth, "2026-10-31T21:00:00Z", "2026-11-30T21:00:00Z"},
		{"Europe/Istanbul", "2026-11-29T21:00:00Z", bff.PeriodDay, "2026-11-29T21:00:00Z", "2026-11-30T21:00:00Z"},
		{"Europe/Istanbul", "2026-11-29T21:00:00Z", bff.PeriodWeek, "2026-11-29T21:00:00Z", "2026-12-06T21:00:00Z"},
		{"Europe/Istanbul", "2026-11-29T21:00:00Z", bff.PeriodMonth, "2026-10-31T21:00:00Z", "2026-11-30T21:00:00Z"},
		{"Europe/Berlin", "2026-10-25T12:00:00Z", bff.PeriodDay, "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"},
		{"Europe/Berlin", "2026-10-25T12:00:00Z", bff.PeriodWeek, "2026-10-18T22:00:00Z", "2026-10-25T23:00:00Z"},
		{"Europe/Berlin", "2026-10-25T12:00:00Z", bff.PeriodMonth, "2026-09-30T22:00:00Z", "2026-10-31T23:00:00Z"},
		{"UTC", "2027-01-01T00:00:00Z", bff.PeriodDay, "2027-01-01T00:00:00Z", "2027-01-02T00:00:00Z"},
		{"UTC", "2027-01-01T00:00:00Z", bff.PeriodWeek, "2026-12-28T00:00:00Z", "2027-01-04T00:00:00Z"},
		{"UTC", "2027-01-01T00:00:00Z", bff.PeriodMonth, "2027-01-01T00:00:00Z", "2027-02-01T00:00:00Z"},
	} {
		at, err := time.Parse(time.RFC3339, row.at)
		must(t, err)
		z := zone(t, row.zone)
		assert.Equal(t, row.start, protection.PeriodStart(row.period, at, z).UTC().Format(time.RFC3339),
			"start of %+v", row)
		assert.Equal(t, row.end, protection.PeriodEnd(row.period, at, z).UTC().Format(time.RFC3339), "end of %+v", row)
	}
}

// In every zone, for ten years, each period ends when the next one begins, even on days without
// midnight.
func TestPeriodsTileTheTimeLine(t *testing.T) {
	for _, z := range testkit.Zones(t) {
		for _, period := range []string{bff.PeriodDay, bff.PeriodWeek, bff.PeriodMonth} {
			start := protection.PeriodStart(period, time.Date(2021, 1, 1, 12, 0, 0, 0, z), z)
			for start.Year() < 2032 {
				end := protection.PeriodEnd(period, start, z)
				if !end.After(start) || !protection.PeriodStart(period, end, z).Equal(end) ||
					!protection.PeriodStart(period, end.Add(-1), z).Equal(start) ||
					!protection.PeriodEnd(period, end.Add(-1), z).Equal(end) {
					t.Fatalf("%s of %s: from %s until %s, then from %s", period, z, start,
						end, protection.PeriodStart(period, end, z))
				}
				start = end
			}
		}
	}
}

// refusal describes a reason with the reached limit and its rest.
func refusal(err error) string {
	var reason *bff.Reason
	if !errors.As(err, &reason) || reason.Data == nil {
		return debugOf(err)
	}
	var limit struct {
		bff.LimitID
		Left json.Number
	}
	if err := json.Unmarshal(reason.Data, &limit); err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%s limit of the %s: %s left", limit.Kind, limit.Period, limit.Left)
}

// value returns the active value of a limit, or -1 without one.
func value(p *protection.Player, id bff.LimitID) int64 {
	for _, l := range p.Limits {
		if l.LimitID == id {
			return l.Value
		}
	}
	return -1
}

func TestTighterLimitsHoldAtOnceAndLooserOnesWait(t *testing.T) {
	const day = 24 * time.Hour
	p := &protection.Player{}
	step := func(name string, err, wantErr error, want int64) {
		assert.ErrorIs(t, err, wantErr, name)
		assert.Equal(t, want, value(p, daily), name)
	}
	set := func(v int64, at time.Time) error { p.Set(daily, v, at, utc); return nil }
	remove := func(id bff.LimitID, at time.Time) error { p.Remove(id, at, utc); return nil }

	step("nothing to remove", remove(daily, noon), nil, -1)
	step("the first limit", set(500, noon), nil, 500)
	step("a tighter one", set(300, noon), nil, 300)
	step("nothing is pending", p.Confirm(daily, noon.Add(day)), bff.ReasonNothingPending, 300)
	step("a looser one waits", set(400, noon), nil, 300)
	step("too early", p.Confirm(daily, noon.Add(day-1)), bff.ReasonLimitWaits, 300)
	step("confirmed in time", p.Confirm(daily, noon.Add(day)), nil, 400)
	step("once only", p.Confirm(daily, noon.Add(day)), bff.ReasonNothingPending, 400)
	step("looser again", set(900, noon), nil, 400)
	step("the wait restarts with each request", set(800, noon.Add(day)), nil, 400)
	step("so it is too early", p.Confirm(daily, noon.Add(day)), bff.ReasonLimitWaits, 400)
	step("taken back", p.CancelPending(daily, noon), nil, 400)
	step("nothing to take back", p.CancelPending(daily, noon), bff.ReasonNothingPending, 400)
	step("looser once more", set(900, noon), nil, 400)
	step("the same limit takes it back", set(400, noon), nil, 400)
	step("so nothing is pending", p.Confirm(daily, noon.Add(day)), bff.ReasonNothingPending, 400)
	step("a removal waits", remove(daily, noon), nil, 400)
	step("and lapses", p.Confirm(daily, noon.Add(8*day)), bff.ReasonNothingPending, 400)
	step("a removal again", remove(daily, noon), nil, 400)
	step("and is confirmed", p.Confirm(daily, noon.Add(8*day-1)), nil, -1)
}

func TestDepositsCountUntilTheyAreRefused(t *testing.T) {
	p := &protection.Player{}
	p.Set(daily, 50_000, noon, utc)
	p.Set(weekly, 60_000, noon, utc)
	reserve := func(key string, amount bff.MinorUnits, at time.Time) string {
		if err := p.Reserve(protection.DepositName{Key: key, Amount: amount, Claimed: noon}, at, utc); err != nil {
			return refusal(err)
		}
		return "counts"
	}
	tomorrow, monday := noon.AddDate(0, 0, 1), noon.AddDate(0, 0, 3)
	assert.Equal(t, "counts", reserve("a", 30_000, noon), "the first")
	assert.Equal(t, "counts", reserve("a", 30_000, noon), "its repeat")
	assert.Equal(t, "deposit limit of the day: 200 left", reserve("b", 30_000, noon), "beyond the day's limit")
	assert.Equal(t, "counts", reserve("c", 20_000, noon), "all that is left")
	p.Settle(changed("c", noon, false))
	assert.Equal(t, "counts", reserve("d", 20_000, noon), "the amount of a refused deposit")
	p.Settle(changed("d", noon, true))
	assert.Equal(t, "deposit limit of the day: 0 left", reserve("e", 1, noon), "one unit more")
	assert.Equal(t, "deposit limit of the week: 100 left", reserve("f", 20_000, tomorrow),
		"the next day, beyond the week's")
	assert.Equal(t, "counts", reserve("g", 10_000, tomorrow), "all that is left of the week")
	p.Settle(changed("d", noon, false)) // refunded
	assert.Equal(t, "counts", reserve("h", 20_000, tomorrow), "the amount of a refunded deposit")
	assert.Equal(t, "counts", reserve("i", 50_000, monday), "the next week")
	p.Settle(changed("unknown", noon, true))
	assert.Len(t, p.Deposits, 4)
}

func TestAKeyThatIsClaimedAgainIsAnotherDeposit(t *testing.T) {
	p, tomorrow := &protection.Player{}, noon.AddDate(0, 0, 1)
	p.Set(daily, 50_000, noon, utc)
	p.Set(weekly, 110_000, noon, utc)
	reserve := func(amount bff.MinorUnits, at time.Time) error {
		return p.Reserve(protection.DepositName{Key: "k", Amount: amount, Claimed: at}, at, utc)
	}
	must(t, reserve(50_000, noon))
	must(t, reserve(50_000, noon))
	assert.Len(t, p.Deposits, 1, "the same claim")
	assert.Error(t, reserve(60_000, noon), "another amount")
	must(t, reserve(50_000, tomorrow))
	assert.Error(t, reserve(50_000, tomorrow.Add(time.Hour)), "beyond the limit of the day")
	p.Settle(changed("k", noon.Add(time.Second), false))
	assert.Equal(t, []time.Time{tomorrow}, []time.Time{p.Deposits[0].Claimed}, "the first claim is given back")
	p.Settle(changed("k", noon.Add(time.Second), false))
	p.Settle(changed("k", tomorrow.AddDate(0, 0, 1), false)) // only the first instance applies the refusal
	assert.Len(t, p.Deposits, 1, "the second claim counts")
}

var depositA = protection.DepositName{Key: "a", Amount: 100}

func TestBrandsMayRequireADepositLimit(t *testing.T) {
	p := &protection.Player{}
	rules := protection.Rules{Zone: time.UTC, ProtectionRules: bff.ProtectionRules{DepositLimitRequired: true}}
	p.Set(bff.LimitID{Kind: bff.LimitLoss, Period: bff.PeriodDay}, 1, noon, utc)
	assert.ErrorIs(t, p.Reserve(depositA, noon, rules), bff.ReasonLimitRequired, "without a limit")
	p.Set(weekly, 100, noon, utc)
	assert.NoError(t, p.Reserve(depositA, noon, rules), "with a limit")
}

func TestBreaksAndExclusionsAreNeverShortened(t *testing.T) {
	p := &protection.Player{}
	step := func(name string, at time.Time, want string) {
		got := "open"
		if err := p.Reserve(protection.DepositName{Key: "k", Amount: 1}, at, utc); err != nil {
			got = debugOf(err)
		}
		p.Settle(changed("k", noon, false))
		assert.Equal(t, want, got, name)
	}
	step("before", noon, "open")
	p.Break(7*24*time.Hour, noon)
	p.Break(24*time.Hour, noon)
	step("a shorter break", noon, "cooling off")
	step("before its end", noon.AddDate(0, 0, 7).Add(-1), "cooling off")
	step("at its end", noon.AddDate(0, 0, 7), "open")
	p.Exclude(60, noon)
	p.Exclude(12, noon)
	step("a shorter exclusion", noon.AddDate(5, 0, 0).Add(-1), "self excluded")
	step("after the longer one", noon.AddDate(5, 0, 0), "open")
	p.Exclude(0, noon)
	p.Exclude(12, noon)
	step("for ever", noon.AddDate(90, 0, 0), "self excluded")
}

func TestStateIsStoredAsJSON(t *testing.T) {
	p := &protection.Player{}
	p.Set(daily, 500, noon, utc)
	p.Set(daily, 900, noon, utc)
	p.Break(time.Hour, noon)
	must(t, p.Reserve(protection.DepositName{Key: "k", Amount: 100, Claimed: noon}, noon.Add(2*time.Hour), utc))
	const want = `{"limits":[{"kind":"deposit","period":"day","value":500,"pending":{"value":900,` +
		`"from":"2026-11-28T12:00:00Z","until":"2026-12-05T12:00:00Z"}}],` +
		`"deposits":[{"key":"k","amount":1,"claimed":"2026-11-27T12:00:00Z","at":"2026-11-27T14:00:00Z"}],` +
		`"coolOff":"2026-11-27T13:00:00Z"}`
	raw, err := json.Marshal(p)
	assert.True(t, err == nil && string(raw) == want, "%s, %v", raw, err)
}

var (
	dailyLoss   = bff.LimitID{Kind: bff.LimitLoss, Period: bff.PeriodDay}
	monthlyLoss = bff.LimitID{Kind: bff.LimitLoss, Period: bff.PeriodMonth}
	weeklyStake = bff.LimitID{Kind: bff.LimitStake, Period: bff.PeriodWeek}
)

func mayStart(p *protection.Player, now time.Time) string {
	if err := p.MayStart(now, utc); err != nil {
		return refusal(err)
	}
	return "may start"
}

func used(t *testing.T, p *protection.Player, id bff.LimitID, now time.Time) int64 {
	i := slices.IndexFunc(p.Limits, func(l bff.PlayerLimit) bool { return l.LimitID == id })
	require.NotEqual(t, -1, i, "no limit %v", id)
	return p.Used(&p.Limits[i], now, utc)
}

func TestRoundsCountForLossesAndStakes(t *testing.T) {
	p := &protection.Player{}
	p.Set(dailyLoss, 1000, noon, utc)
	p.Set(weeklyStake, 5000, noon, utc)
	var games, bets []protection.PlayedRound
	ask := func(now time.Time) {
		q := p.Rounds(now, utc)
		since := func(all []protection.PlayedRound, from time.Time) (out []protection.PlayedRound) {
			for _, r := range all {
				if !r.At.Before(from) {
					out = append(out, r)
				}
			}
			return out
		}
		p.NoteRounds(since(games, q.Games), since(bets, q.Bets), q, now, now, utc)
	}
	want := func(when string, now time.Time, loss, stake int64) {
		assert.Equal(t, []int64{loss, stake}, []int64{used(t, p, dailyLoss, now), used(t, p, weeklyStake, now)}, when)
	}
	yesterday := noon.AddDate(0, 0, -1)
	games = []protection.PlayedRound{{At: yesterday, Stake: 700, Win: 100}, {At: noon.Add(-time.Hour), Stake: 300}}
	ask(noon)
	want("at first, with those before", noon, 300, 1000)
	q := p.Rounds(noon, utc)
	assert.True(t, q.Games.Equal(noon.Add(-15*time.Minute)), "games are requested since %v", q.Games)
	assert.True(t, q.Bets.Equal(protection.PeriodStart(bff.PeriodWeek, noon, time.UTC)),
		"bets are requested since %v", q.Bets)
	games = append(games, protection.PlayedRound{At: noon.Add(-time.Minute), Stake: 500, Win: 0})
	ask(noon.Add(time.Minute))
	want("one more", noon, 800, 1500)
	games[2].Win = 200
	ask(noon.Add(2 * time.Minute))
	want("its win came later", noon, 600, 1500)
	ask(noon.Add(20 * time.Minute))
	ask(noon.Add(21 * time.Minute))
	want("asked again", noon, 600, 1500)
	bets = []protection.PlayedRound{{At: noon, Stake: 450}}
	ask(noon.Add(22 * time.Minute))
	want("a bet", noon, 1050, 1950)
	assert.Equal(t, "loss limit of the day: 0 left", mayStart(p, noon.Add(22*time.Minute)))
	bets[0].Win = 900
	ask(noon.Add(5 * time.Hour))
	want("that won hours later", noon, 150, 1950)
	p.Set(monthlyLoss, 900, noon, utc)
	games = append(games, protection.PlayedRound{At: noon.AddDate(0, 0, -20), Stake: 800})
	ask(noon.Add(6 * time.Hour))
	want("a longer period asks for more", noon, 150, 1950)
	assert.EqualValues(t, 1550-800+800, used(t, p, monthlyLoss, noon), "lost in the month")
}

// A second response to the same request is dropped, because its rounds would count twice.
func TestOneOfTwoAnswersAboutRoundsCounts(t *testing.T) {
	p := &protection.Player{}
	p.Set(dailyLoss, 1000, noon, utc)
	asked := p.Rounds(noon, utc)
	rounds := []protection.PlayedRound{{At: noon.Add(-time.Hour), Stake: 400}}
	p.NoteRounds(rounds, nil, asked, noon, noon, utc)
	p.NoteRounds(rounds, nil, asked, noon, noon, utc)
	assert.EqualValues(t, 400, used(t, p, dailyLoss, noon), "lost")
	asked = p.Rounds(noon.Add(time.Hour), utc)
	p.Set(monthlyLoss, 500, noon, utc)
	p.NoteRounds(nil, nil, asked, noon.Add(time.Hour), noon.Add(time.Hour), utc)
	assert.True(t, p.RoundsAsOf.Equal(noon), "the answer to a question of a shorter period was taken")
}

func TestBrandsHaveDefaultLimits(t *testing.T) {
	rules := protection.Rules{Zone: time.UTC, ProtectionRules: bff.ProtectionRules{
		Defaults: []bff.PlayerLimit{{LimitID: daily, Value: 1000}}, LoosenAfter: 72 * time.Hour,
	}}
	p := &protection.Player{}
	p.Adopt(rules)
	assert.EqualValues(t, 1000, value(p, daily), "the brand's")
	assert.Equal(t, "set", p.Remove(daily, noon, rules).Name, "its removal")
	assert.EqualValues(t, 1000, value(p, daily), "its removal changes nothing")
	assert.Equal(t, "set", p.Set(daily, 400, noon, rules).Name, "a tighter one")
	p.Adopt(rules)
	assert.EqualValues(t, 400, value(p, daily), "a tighter one stays")
	assert.Equal(t, "asked_looser", p.Remove(daily, noon, rules).Name, "its removal")
	assert.ErrorIs(t, p.Confirm(daily, noon.Add(71*time.Hour)),
		bff.ReasonLimitWaits, "it waits as long as the brand wants")
	assert.NoError(t, p.Confirm(daily, noon.Add(72*time.Hour)))
	assert.EqualValues(t, 1000, value(p, daily), "the brand's again")
	assert.Equal(t, "asked_looser", p.Set(daily, 5000, noon, rules).Name, "a looser one")
}

// A week may begin before the month, so the rounds of the month are not enough.
func TestRoundsAreAskedForSinceTheEarliestPeriod(t *testing.T) {
	p, now := &protection.Player{}, time.Date(2026, 12, 2, 12, 0, 0, 0, time.UTC) // a Wednesday
	p.Set(monthlyLoss, 1000, now, utc)
	p.Set(weeklyStake, 1000, now, utc)
	assert.Equal(t, "2026-11-30 00:00:00 +0000 UTC", p.Rounds(now, utc).Games.String(), "asked for since")
}
