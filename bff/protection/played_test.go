package protection_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/protection"
)

var (
	dailyTime   = protection.ID{Kind: protection.KindSessionTime, Period: protection.PeriodDay}
	dailyLoss   = protection.ID{Kind: protection.KindLoss, Period: protection.PeriodDay}
	monthlyLoss = protection.ID{Kind: protection.KindLoss, Period: protection.PeriodMonth}
	weeklyStake = protection.ID{Kind: protection.KindStake, Period: protection.PeriodWeek}
)

// mayStart returns why no game may be started.
func mayStart(p *protection.Player, now time.Time) string {
	if err := p.MayStart(now, utc); err != nil {
		return err.Error()
	}
	return "may start"
}

// used returns what counts for a limit.
func used(t *testing.T, p *protection.Player, id protection.ID, now time.Time) int64 {
	t.Helper()
	for i := range p.Limits {
		if p.Limits[i].ID == id {
			return p.Used(&p.Limits[i], now, utc)
		}
	}
	t.Fatalf("no limit %v", id)
	return 0
}

func TestSessionTimeCountsEachMinuteOnce(t *testing.T) {
	p := &protection.Player{}
	p.Set(dailyTime, 2, noon, utc)
	for i, row := range []struct {
		after time.Duration
		isNew bool
		want  string
	}{
		{0, true, "may start"},
		{59 * time.Second, false, "may start"},
		{time.Minute, true, "session_time limit of the day: 0 left"},
		{24 * time.Hour, true, "may start"},
	} {
		now := noon.Add(row.after)
		isNew, got := p.UseMinute(now, utc), mayStart(p, now)
		assert.True(t, isNew == row.isNew && got == row.want,
			"%d: counted %v, %s; want %v, %s", i, isNew, got, row.isNew, row.want)
	}
	assert.NoError(t, p.Reserve("k", 100, noon, utc), "a deposit is no game")
}

// TestRoundsCountForLossesAndStakes asks for rounds again and again, as a player plays.
func TestRoundsCountForLossesAndStakes(t *testing.T) {
	p := &protection.Player{}
	p.Set(dailyLoss, 1000, noon, utc)
	p.Set(weeklyStake, 5000, noon, utc)
	var games, bets []bff.PlayedRound
	ask := func(now time.Time) {
		t.Helper()
		q := p.Rounds(now, utc)
		since := func(all []bff.PlayedRound, from time.Time) (out []bff.PlayedRound) {
			for _, r := range all {
				if !r.At.Before(from) {
					out = append(out, r)
				}
			}
			return out
		}
		p.NoteRounds(since(games, q.Games), since(bets, q.Bets), q, now, utc)
	}
	want := func(when string, now time.Time, loss, stake int64) {
		t.Helper()
		a, b := used(t, p, dailyLoss, now), used(t, p, weeklyStake, now)
		assert.True(t, a == loss && b == stake, "%s: lost %d, staked %d; want %d, %d", when, a, b, loss, stake)
	}
	yesterday := noon.AddDate(0, 0, -1)
	games = []bff.PlayedRound{{At: yesterday, Stake: 700, Win: 100}, {At: noon.Add(-time.Hour), Stake: 300}}
	ask(noon)
	want("at first, with those before", noon, 300, 1000)
	if q := p.Rounds(noon, utc); !q.Games.Equal(noon.Add(-15*time.Minute)) ||
		!q.Bets.Equal(protection.PeriodWeek.Start(noon, time.UTC)) {
		t.Errorf("asked for since %v and %v", q.Games, q.Bets)
	}
	games = append(games, bff.PlayedRound{At: noon.Add(-time.Minute), Stake: 500, Win: 0})
	ask(noon.Add(time.Minute))
	want("one more", noon, 800, 1500)
	games[2].Win = 200
	ask(noon.Add(2 * time.Minute))
	want("its win came later", noon, 600, 1500)
	ask(noon.Add(20 * time.Minute))
	ask(noon.Add(21 * time.Minute))
	want("asked again", noon, 600, 1500)
	bets = []bff.PlayedRound{{At: noon, Stake: 450}}
	ask(noon.Add(22 * time.Minute))
	want("a bet", noon, 1050, 1950)
	assert.Equal(t, "loss limit of the day: 0 left", mayStart(p, noon.Add(22*time.Minute)))
	bets[0].Win = 900
	ask(noon.Add(5 * time.Hour))
	want("that won hours later", noon, 150, 1950)
	p.Set(monthlyLoss, 900, noon, utc)
	games = append(games, bff.PlayedRound{At: noon.AddDate(0, 0, -20), Stake: 800})
	ask(noon.Add(6 * time.Hour))
	want("a longer period asks for more", noon, 150, 1950)
	assert.EqualValues(t, 1550-800+800, used(t, p, monthlyLoss, noon), "lost in the month")
}

// An answer is dropped where another one came first, as its rounds would count twice.
func TestOneOfTwoAnswersAboutRoundsCounts(t *testing.T) {
	p := &protection.Player{}
	p.Set(dailyLoss, 1000, noon, utc)
	asked := p.Rounds(noon, utc)
	rounds := []bff.PlayedRound{{At: noon.Add(-time.Hour), Stake: 400}}
	p.NoteRounds(rounds, nil, asked, noon, utc)
	p.NoteRounds(rounds, nil, asked, noon, utc)
	got := used(t, p, dailyLoss, noon)
	assert.EqualValues(t, 400, got, "lost %d", got)
	asked = p.Rounds(noon.Add(time.Hour), utc)
	p.Set(monthlyLoss, 500, noon, utc)
	p.NoteRounds(nil, nil, asked, noon.Add(time.Hour), utc)
	assert.True(t, p.RoundsAsOf.Equal(noon), "the answer to a question of a shorter period was taken")
}

func TestBrandsHaveDefaultLimits(t *testing.T) {
	rules := protection.Rules{Zone: time.UTC, Defaults: []protection.Limit{{ID: daily, Value: 1000}}, Wait: 72 * time.Hour}
	p := &protection.Player{}
	p.Adopt(rules)
	step := func(name string, got any, want string) {
		t.Helper()
		assert.Equal(t, want, fmt.Sprint(got), "%s: %v", name, got)
	}
	step("the brand's", value(p, daily), "1000")
	name, _ := p.Remove(daily, noon, rules)
	step("its removal changes nothing", fmt.Sprint(name, value(p, daily)), "set1000")
	step("a tighter one", p.Set(daily, 400, noon, rules), "set")
	p.Adopt(rules)
	step("stays", value(p, daily), "400")
	name, _ = p.Remove(daily, noon, rules)
	step("its removal", name, "asked_looser")
	step("waits as long as the brand wants", errors.Is(p.Confirm(daily, noon.Add(71*time.Hour)), protection.ErrTooEarly), "true")
	step("and is that of the brand then", fmt.Sprint(p.Confirm(daily, noon.Add(72*time.Hour)), value(p, daily)), "<nil> 1000")
	step("a looser one", p.Set(daily, 5000, noon, rules), "asked_looser")
}

// A week may begin before the month, whose rounds then do not suffice.
func TestRoundsAreAskedForSinceTheEarliestPeriod(t *testing.T) {
	p, now := &protection.Player{}, time.Date(2026, 12, 2, 12, 0, 0, 0, time.UTC) // a Wednesday
	p.Set(monthlyLoss, 1000, now, utc)
	p.Set(weeklyStake, 1000, now, utc)
	got, want := p.Rounds(now, utc).Games, time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)
	assert.True(t, got.Equal(want), "asked for since %v, want %v", got, want)
}
