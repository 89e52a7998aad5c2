package protection_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/protection"
)

func TestPeriodsFollowTheCalendarOfTheirZone(t *testing.T) {
	for _, row := range []struct{ zone, at, day, dayEnd, week, weekEnd, month, monthEnd string }{
		{
			"Europe/Istanbul", "2026-11-27T20:59:59Z", "2026-11-26T21:00:00Z", "2026-11-27T21:00:00Z",
			"2026-11-22T21:00:00Z", "2026-11-29T21:00:00Z", "2026-10-31T21:00:00Z", "2026-11-30T21:00:00Z",
		},
		{
			"Europe/Istanbul", "2026-11-29T21:00:00Z", "2026-11-29T21:00:00Z", "2026-11-30T21:00:00Z",
			"2026-11-29T21:00:00Z", "2026-12-06T21:00:00Z", "2026-10-31T21:00:00Z", "2026-11-30T21:00:00Z",
		},
		{"Europe/Berlin", "2026-10-25T12:00:00Z", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", // a day of 25 hours
			"2026-10-18T22:00:00Z", "2026-10-25T23:00:00Z", "2026-09-30T22:00:00Z", "2026-10-31T23:00:00Z"},
		{
			"UTC", "2027-01-01T00:00:00Z", "2027-01-01T00:00:00Z", "2027-01-02T00:00:00Z",
			"2026-12-28T00:00:00Z", "2027-01-04T00:00:00Z", "2027-01-01T00:00:00Z", "2027-02-01T00:00:00Z",
		},
	} {
		at, err := time.Parse(time.RFC3339, row.at)
		must(t, err)
		z := zone(t, row.zone)
		for _, p := range []struct {
			protection.Period
			start, end string
		}{{protection.PeriodDay, row.day, row.dayEnd}, {protection.PeriodWeek, row.week, row.weekEnd}, {
			protection.PeriodMonth,
			row.month, row.monthEnd,
		}} {
			start, end := p.Start(at, z).UTC().Format(time.RFC3339), p.End(at, z).UTC().Format(time.RFC3339)
			assert.True(t, start == p.start && end == p.end,
				"%s of %s in %s: %s to %s, want %s to %s", p.Period, row.at, row.zone, start, end, p.start, p.end)
		}
	}
}

// value returns the value of a limit in force, -1 without one.
func value(p *protection.Player, id protection.ID) int64 {
	for _, l := range p.Limits {
		if l.ID == id {
			return l.Value
		}
	}
	return -1
}

func TestTighterLimitsHoldAtOnceAndLooserOnesWait(t *testing.T) {
	const day = 24 * time.Hour
	p := &protection.Player{}
	step := func(name string, err, wantErr error, want int64) {
		t.Helper()
		assert.True(t, errors.Is(err, wantErr) && value(p, daily) == want,
			"%s: %v, limit %d; want %v, %d", name, err, value(p, daily), wantErr, want)
	}
	set := func(v int64, at time.Time) error { p.Set(daily, v, at, utc); return nil }
	remove := func(id protection.ID, at time.Time) error { _, err := p.Remove(id, at, utc); return err }

	step("nothing to remove", remove(daily, noon), protection.ErrNoLimit, -1)
	step("the first limit", set(500, noon), nil, 500)
	step("a tighter one", set(300, noon), nil, 300)
	step("nothing is pending", p.Confirm(daily, noon.Add(day)), protection.ErrNothingPending, 300)
	step("a looser one waits", set(400, noon), nil, 300)
	step("too early", p.Confirm(daily, noon.Add(day-1)), protection.ErrTooEarly, 300)
	step("confirmed in time", p.Confirm(daily, noon.Add(day)), nil, 400)
	step("once only", p.Confirm(daily, noon.Add(day)), protection.ErrNothingPending, 400)
	step("looser again", set(900, noon), nil, 400)
	step("the wait begins anew with each wish", set(800, noon.Add(day)), nil, 400)
	step("so it is too early", p.Confirm(daily, noon.Add(day)), protection.ErrTooEarly, 400)
	step("taken back", p.CancelPending(daily, noon), nil, 400)
	step("nothing to take back", p.CancelPending(daily, noon), protection.ErrNothingPending, 400)
	step("looser once more", set(900, noon), nil, 400)
	step("the same limit takes it back", set(400, noon), nil, 400)
	step("so nothing is pending", p.Confirm(daily, noon.Add(day)), protection.ErrNothingPending, 400)
	step("a removal waits", remove(daily, noon), nil, 400)
	step("and lapses", p.Confirm(daily, noon.Add(8*day)), protection.ErrNothingPending, 400)
	step("a removal again", remove(daily, noon), nil, 400)
	step("and is confirmed", p.Confirm(daily, noon.Add(8*day-1)), nil, -1)
}

func TestDepositsCountUntilTheyAreRefused(t *testing.T) {
	p := &protection.Player{}
	p.Set(daily, 50_000, noon, utc)
	p.Set(weekly, 60_000, noon, utc)
	reserve := func(key string, amount bff.MinorUnits, at time.Time) string {
		if err := p.Reserve(key, amount, at, utc); err != nil {
			return err.Error()
		}
		return "counts"
	}
	step := func(name, got, want string) {
		t.Helper()
		assert.Equal(t, want, got, name)
	}
	tomorrow, monday := noon.AddDate(0, 0, 1), noon.AddDate(0, 0, 3)
	step("the first", reserve("a", 30_000, noon), "counts")
	step("its repeat", reserve("a", 30_000, noon), "counts")
	step("beyond the day's limit", reserve("b", 30_000, noon), "deposit limit of the day: 20000 left")
	step("all that is left", reserve("c", 20_000, noon), "counts")
	p.Settle("c", false)
	step("what a refused one gives back", reserve("d", 20_000, noon), "counts")
	p.Settle("d", true)
	step("one unit more", reserve("e", 1, noon), "deposit limit of the day: 0 left")
	step("the next day, beyond the week's", reserve("f", 20_000, tomorrow), "deposit limit of the week: 10000 left")
	step("all that is left of the week", reserve("g", 10_000, tomorrow), "counts")
	p.Settle("d", false) // refunded
	step("what a refund gives back", reserve("h", 20_000, tomorrow), "counts")
	step("the next week", reserve("i", 50_000, monday), "counts")
	p.Settle("unknown", true)
	assert.Len(t, p.Deposits, 4, "%d deposits are remembered", len(p.Deposits))
}

func TestBrandsMayRequireADepositLimit(t *testing.T) {
	p, rules := &protection.Player{}, protection.Rules{Zone: time.UTC, DepositLimit: true}
	p.Set(protection.ID{Kind: protection.KindLoss, Period: protection.PeriodDay}, 1, noon, utc)
	assert.ErrorIs(t, p.Reserve("a", 100, noon, rules), protection.ErrLimitRequired, "without a limit")
	p.Set(weekly, 100, noon, utc)
	assert.NoError(t, p.Reserve("a", 100, noon, rules), "with a limit")
}

func TestBreaksAndExclusionsAreNeverShortened(t *testing.T) {
	p := &protection.Player{}
	step := func(name string, at time.Time, want string) {
		t.Helper()
		got := "open"
		if closed := (*protection.ClosedError)(nil); errors.As(p.Reserve("k", 1, at, utc), &closed) {
			got = closed.Error() + " until " + closed.Until.Format(time.DateOnly)
		}
		p.Settle("k", false)
		assert.Equal(t, want, got, name)
	}
	step("before", noon, "open")
	p.Break(7*24*time.Hour, noon)
	p.Break(24*time.Hour, noon)
	step("a shorter break", noon, "cooling off until 2026-12-04")
	step("at its end", noon.AddDate(0, 0, 7), "open")
	p.Exclude(noon.AddDate(5, 0, 0))
	p.Exclude(noon.AddDate(1, 0, 0))
	step("a shorter exclusion", noon, "self excluded until 2031-11-27")
	p.Exclude(time.Time{})
	p.Exclude(noon.AddDate(1, 0, 0))
	step("for ever", noon.AddDate(90, 0, 0), "self excluded until 0001-01-01")
}

func TestStateIsStoredAsJSON(t *testing.T) {
	p := &protection.Player{}
	p.Set(daily, 500, noon, utc)
	p.Set(daily, 900, noon, utc)
	p.Break(time.Hour, noon)
	must(t, p.Reserve("k", 100, noon.Add(2*time.Hour), utc))
	const want = `{"limits":[{"kind":"deposit","period":"day","value":500,"pending":{"value":900,"from":"2026-11-28T12:00:00Z"}}],` +
		`"deposits":[{"key":"k","amount":1,"at":"2026-11-27T14:00:00Z"}],"coolOff":"2026-11-27T13:00:00Z"}`
	raw, err := json.Marshal(p)
	assert.True(t, err == nil && string(raw) == want, "%s, %v", raw, err)
}
