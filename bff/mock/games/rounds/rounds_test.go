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
		assert.Equal(t, r.Number, clock.At(5003, r.Ends.Add(-time.Millisecond)).Number)
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
		assert.True(t, got == c.want && next.Equal(c.next) && r.Open(c.now) == c.open, "%s %d %s %v", c.name, got, next, r.Open(c.now))
	}
}

func TestPlayerNamesAreMasked(t *testing.T) {
	got := PlayerName(rand.New(rand.NewPCG(1, 2)))
	assert.True(t, len(got) == 5 && got[1:4] == "***", "name %q", got)
}
