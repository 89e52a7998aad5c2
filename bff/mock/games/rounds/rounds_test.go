package rounds

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var clock = Clock{Betting: 18 * time.Second, Grace: time.Second, Playing: 7 * time.Second, Showing: 5 * time.Second}

func TestClockRoundsAreContiguous(t *testing.T) {
	for _, now := range []time.Time{time.Unix(0, 0), time.Unix(-1, 0), time.Date(2026, time.May, 14, 12, 0, 3, 1, time.UTC)} {
		r := clock.At(5003, now)
		require.True(t, !now.Before(r.Opens) && now.Before(r.Ends) && r.Ends.Sub(r.Opens) == 30*time.Second && clock.Length() == 30*time.Second,
			"%+v at %s", r, now)
		next := clock.At(5003, r.Ends)
		assert.True(t, next.Number == r.Number+1 && next.Opens.Equal(r.Ends), "%+v follows %+v", next, r)
		last := clock.At(5003, r.Ends.Add(-time.Millisecond))
		assert.Equal(t, r.Number, last.Number, "the last millisecond belongs to %+v", last)
		assert.False(t, clock.At(5004, now).Opens.Equal(r.Opens), "two tables open at the same time")
	}
}

func TestRoundPhases(t *testing.T) {
	r := clock.At(1, time.Unix(0, 0))
	for _, c := range []struct {
		name string
		now  time.Time
		want Phase
		next time.Time
		open bool
	}{
		{"opening", r.Opens, Betting, r.Closes, true},
		{"grace", r.Closes, Betting, r.Shut, true},
		{"end of the grace", r.Closes.Add(clock.Grace - 1), Betting, r.Shut, true},
		{"shut", r.Closes.Add(clock.Grace), Playing, r.Settles, false},
		{"settled", r.Closes.Add(clock.Playing), Over, r.Ends, false},
	} {
		got, next := r.Phase(c.now)
		assert.True(t, got == c.want && next.Equal(c.next) && r.Open(c.now) == c.open,
			"%s: phase %d until %s, open %v", c.name, got, next, r.Open(c.now))
	}
}

func TestStepsHappenAtTheirTimes(t *testing.T) {
	steps := Steps{Lead: 2 * time.Second, Gap: 900 * time.Millisecond, Count: 5}
	clock := Clock{Betting: time.Minute, Playing: steps.Length(), Showing: time.Second}
	r := clock.At(907, time.Date(2026, 5, 14, 12, 0, 0, 0, time.UTC))
	for n := 1; n <= steps.Count; n++ {
		at := steps.At(r, n)
		got, _ := steps.Done(r, at)
		assert.Equal(t, n, got, "step %d: %d done at its time", n, got)
		got, next := steps.Done(r, at.Add(-1))
		assert.True(t, got == n-1 && next.Equal(at), "step %d: %d done before its time, next change at %s", n, got, next)
		assert.True(t, at.Before(r.Settles), "step %d happens after the bets are settled", n)
	}
	if got, next := steps.Done(r, r.Ends); got != steps.Count || !next.Equal(r.Settles) {
		t.Errorf("%d steps done at the end", got)
	}
	if got, _ := steps.Done(r, r.Opens); got != 0 {
		t.Errorf("%d steps done at the opening", got)
	}
}

func TestPriceAndPayout(t *testing.T) {
	got := Price(95, 0.3)
	assert.EqualValues(t, 317, got, "price %d", got)
	if got := Payout(700, 317); got != 2219 {
		t.Errorf("payout %s", got)
	}
}

func TestPlayerNamesAreMasked(t *testing.T) {
	got := PlayerName(rand.New(rand.NewPCG(1, 2)))
	assert.True(t, len(got) == 5 && got[1:4] == "***", "name %q", got)
}
