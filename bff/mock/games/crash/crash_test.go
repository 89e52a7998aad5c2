package crash

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fixed is a source that always returns the same number.
type fixed uint64

func (f fixed) Uint64() uint64 { return uint64(f) }

func drawWith(n uint64, rtp float64) Multiplier { return Draw(rand.New(fixed(n)), rtp) }

// TestEveryMultiplierReturnsTheRTP counts how many of the 2^48 equally likely random numbers reach
// a multiplier, by bisection: lower numbers give higher crash points.
func TestEveryMultiplierReturnsTheRTP(t *testing.T) {
	const grain = 1 << 48
	for _, rtp := range []float64{90, 94.55, 96.5, 99} {
		for m := Least; m <= Cap; m = max(m+1, m*101/100) {
			lo, hi := uint64(0), uint64(grain)
			for lo < hi {
				if mid := (lo + hi) / 2; drawWith(mid, rtp) >= m {
					lo = mid + 1
				} else {
					hi = mid
				}
			}
			returned := float64(lo) / grain * float64(m)
			require.True(t, !(math.Abs(returned-rtp) > 1e-9), "cashing at %d returns %.12f%%, want %v%%", m, returned, rtp)
		}
	}
}

// TestShownMultipliersCanBeCashed checks every multiplier: it is shown at its time, and never
// above the crash point.
func TestShownMultipliersCanBeCashed(t *testing.T) {
	for m := Least; m <= Cap; m++ {
		got := At(m.Time())
		require.True(t, got >= m && (m >= 2000 || got == m), "%d is shown as %d", m, got)
		require.True(t, At(m.Time()-time.Millisecond) < m, "%d is shown before its time", m)
	}
	takeoff := time.UnixMilli(0)
	for _, point := range []Multiplier{Even, Least, 150, 231, 99_999, Cap} {
		r := Schedule(func(int64) Multiplier { return point }).round(0, takeoff.Add(-Betting))
		if got := r.Cash(takeoff.Add(-time.Millisecond)); got != 0 {
			t.Errorf("before take-off %d is paid", got)
		}
		if got := r.Cash(r.Settles); got != 0 {
			t.Errorf("at the crash at %d, %d is paid", point, got)
		}
		want := min(point, Cap-1)
		if point == Even {
			want = 0
		}
		got := r.Cash(r.Settles.Add(-time.Nanosecond))
		assert.True(t, got <= point && !(float64(got) < float64(want)*0.999), "just before the crash at %d, %d is paid", point, got)
	}
}

func TestBetsWithoutCashOut(t *testing.T) {
	for _, c := range []struct {
		auto, point Multiplier
		pays        int64
		ends        time.Duration
	}{
		{0, Even, 0, 0},
		{101, Even, 0, 0},
		{200, 199, 0, Multiplier(200).Time()},
		{200, 200, 2000, Multiplier(200).Time()},
		{200, 5000, 2000, Multiplier(200).Time()},
		{0, 5000, 0, Multiplier(5001).Time()},
		{0, Cap, 1_000_000, Cap.Time()},
		{Cap, Cap, 1_000_000, Cap.Time()},
		{Cap, Cap - 1, 0, Cap.Time()},
	} {
		b := Bet{Auto: c.auto}
		got := b.Pays(1000, c.point)
		assert.True(t, int64(got) == c.pays && b.Ends(c.point) == c.ends,
			"auto %d, crash at %d: pays %d after %v, want %d after %v", c.auto, c.point, got, b.Ends(c.point), c.pays, c.ends)
	}
}

// newSchedule returns a schedule with random crash points.
func newSchedule(rtp float64) Schedule {
	return func(round int64) Multiplier { return Draw(rand.New(rand.NewPCG(3, uint64(round))), rtp) }
}

// TestRoundsDoNotOverlap walks through time in both directions, across a full hour and before
// 1970.
func TestRoundsDoNotOverlap(t *testing.T) {
	s := newSchedule(96.5)
	for _, start := range []time.Time{time.Date(2026, 5, 14, 12, 50, 0, 0, time.UTC), time.Unix(-700, 0)} {
		var last Round
		var seen []Round
		for at := time.Duration(0); at < 20*time.Minute; at += 500 * time.Millisecond {
			now := start.Add(at)
			r, before := s.At(now, 20)
			require.True(t, now.Before(r.Ends) && len(before) == 20, "%v: round %+v has ended, %d before it", now, r, len(before))
			if r.Number != last.Number && last.Number != 0 {
				require.False(t, r.Closes.Before(last.Ends.Add(Betting)), "%+v follows %+v", r, last)
				require.True(t, before[0] == last, "before %+v was %+v, the history has %+v", r, last, before[0])
				seen = append(seen, last)
			}
			last = r
		}
		require.True(t, len(seen) >= 20, "only %d rounds in twenty minutes", len(seen))
		for i := len(seen) - 1; i >= 0; i-- { // backwards
			r, _ := s.At(seen[i].Closes, 0)
			require.True(t, r == seen[i], "going back, %+v is %+v", seen[i], r)
		}
	}
}
