package world

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
)

// couponEvents returns events whose matches end one hour after the other. fates has a letter per event: won (w),
// lost (l) or void (v).
func couponEvents(fates string, odds ...int) (out []CouponEvent) {
	status := map[rune]string{'w': CouponWon, 'l': CouponLost, 'v': CouponVoid}
	for i, fate := range fates {
		out = append(out, CouponEvent{
			MatchID: int64(i), Odd: odds[i], Status: CouponOpen, Result: status[fate], Ends: epoch.Add(time.Duration(i+1) * time.Hour),
		})
	}
	return out
}

func TestSystemSettlesByCombinations(t *testing.T) {
	for _, c := range []struct {
		what   string
		system int
		fates  string
		odds   []int
		each   bff.MinorUnits
		status string
		win    bff.MinorUnits
		hours  int // until it is decided
	}{
		{"2/3, all right", 2, "www", []int{150, 201, 337}, 1000, CouponWon, 3010 + 5050 + 6770, 3},
		{"2/3, one wrong", 2, "wlw", []int{150, 201, 337}, 1000, CouponWon, 5050, 3},
		{"2/3, two wrong", 2, "llw", []int{150, 201, 337}, 1000, CouponLost, 0, 2},
		{"2/3, one void", 2, "wvw", []int{150, 201, 337}, 1000, CouponWon, 1500 + 5050 + 3370, 3},
		{"2/3, one void, one wrong", 2, "wvl", []int{150, 201, 337}, 1000, CouponWon, 1500, 3},
		{"2/3, all void", 2, "vvv", []int{150, 201, 337}, 1000, CouponVoid, 3000, 3},
		{"3/4, two wrong", 3, "lwlw", []int{150, 200, 300, 400}, 1000, CouponLost, 0, 3},
		{"2/4, two wrong", 2, "lwlw", []int{150, 200, 300, 400}, 1000, CouponWon, 8000, 4},
		{"3/4, one wrong", 3, "wwlw", []int{150, 200, 300, 400}, 1050, CouponWon, 12_600, 4},
		{"a combination is as it was", 0, "wwl", []int{150, 201, 337}, 1000, CouponLost, 0, 3},
	} {
		coupon := &Coupon{System: c.system, Events: couponEvents(c.fates, c.odds...), Status: CouponOpen}
		coupon.Stake = c.each * bff.MinorUnits(coupon.Combinations())
		assert.False(t, coupon.update(epoch.Add(time.Duration(c.hours)*time.Hour-1)), "%s: decided too early", c.what)
		coupon.update(epoch.Add(100 * time.Hour))
		assert.True(t, coupon.Status == c.status && coupon.Win == c.win, "%s: %s with %s", c.what, coupon.Status, coupon.Win)
		assert.WithinDuration(t, epoch.Add(time.Duration(c.hours)*time.Hour), coupon.Decided, 0, c.what)
	}
}

func TestSystemCombinations(t *testing.T) {
	for _, c := range []struct{ picks, size, want int }{{3, 2, 3}, {4, 2, 6}, {4, 3, 4}, {8, 4, 70}, {8, 7, 8}, {20, 20, 1}} {
		assert.Len(t, combinationsOf(c.picks, c.size), c.want, c)
	}
	open := &Coupon{Stake: 3000, System: 2, Events: couponEvents("lww", 150, 201, 337), Status: CouponOpen}
	assert.Equal(t, (301+505+677)/3, open.Odds())
	assert.EqualValues(t, 3010+5050+6770, open.PossibleWin())
	open.update(epoch.Add(time.Hour))
	assert.EqualValues(t, 6770, open.PossibleWin(), "with a wrong pick")
	for _, system := range []int{-1, 3, 9} { // of no coupon that was placed
		odd := &Coupon{Stake: 1000, System: system, Events: couponEvents("www", 150, 201, 337), Status: CouponOpen}
		assert.True(t, odd.Combinations() == 1 && odd.PossibleWin() == 10_160, "a system of %d", system)
	}
	// Rounded down once: 1.01¹⁰ = 1.1046.
	long := &Coupon{Stake: 1000, Events: couponEvents("wwwwwwwwww", 101, 101, 101, 101, 101, 101, 101, 101, 101, 101)}
	assert.Equal(t, 110, long.Odds())
	long = &Coupon{Stake: 1_000_000}
	for range MaxPicks {
		long.Events = append(long.Events, CouponEvent{Odd: maxOdd, Status: CouponOpen})
	}
	assert.True(t, long.Odds() == MaxCouponOdds && long.PossibleWin() == MaxCouponWin, "%d, %s", long.Odds(), long.PossibleWin())
	exact := &Coupon{Stake: 1000, Events: couponEvents("wwww", 105, 105, 105, 105)} // 1.2155; rounded each time 1.20
	assert.Equal(t, 121, exact.Odds())
}

func TestOfferIsTheExpectedPayout(t *testing.T) {
	chances := []float64{0.31, 1, 0.5, 0.94, 0}
	for system := range len(chances) {
		if system == 1 {
			continue
		}
		c := &Coupon{System: system, Events: couponEvents("wvwwl", 290, 180, 188, 101, 250), Status: CouponOpen}
		c.Stake = 1000 * bff.MinorUnits(c.Combinations())
		c.Events[1].Status, c.Events[4].Status = CouponVoid, CouponLost
		average := 0.0
		for way := range 1 << len(chances) {
			p, right := 1.0, map[int64]bool{}
			for i, chance := range chances {
				if right[int64(i)] = way>>i&1 == 1; right[int64(i)] {
					p *= chance
				} else {
					p *= 1 - chance
				}
			}
			average += p * float64(c.payout(func(e CouponEvent) bool { return right[e.MatchID] }))
		}
		assert.InDelta(t, average, c.expectedPayout(chances), 1e-6, system)
		assert.True(t, system == 0 || average != 0, system)
	}
}

// TestOfferIsAMartingale compares the probability of a step with the mean of the next step's, so that waiting
// with a cash-out does not change the average return.
func TestOfferIsAMartingale(t *testing.T) {
	m := catalogue(t, 1).Upcoming(Sports()[2], 1, noon)[0] // a set's games: two ways on from each
	play := m.League.Sport.Sets
	s, _ := m.outcome("winner", "1")
	for steps := range m.Final().Steps {
		score := m.replay(steps)
		next := func(side int) float64 {
			on := Score{Home: score.Home, Away: score.Away, Parts: append([][2]int{}, score.Parts...)}
			set := &on.Parts[len(on.Parts)-1]
			set[side]++
			if play.won(set[side], set[1-side], play.target(score.Home, score.Away)) {
				if side == 0 {
					on.Home++
				} else {
					on.Away++
				}
				on.Over = max(on.Home, on.Away) == play.Sets
				on.Parts = append(on.Parts, [2]int{})
			}
			return m.chanceFrom(on, s)
		}
		p := play.chance(m)
		assert.InDelta(t, m.chanceFrom(score, s), p*next(0)+(1-p)*next(1), 1e-9, "after %d games", steps)
	}
}
