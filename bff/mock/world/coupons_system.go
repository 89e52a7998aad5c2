package world

import (
	"math/big"
	"math/bits"

	"croupier/bff"
)

// Bounds of a system: its picks, and what each of its combinations is staked with at least.
const (
	MaxSystemPicks                = 8
	MinCombination bff.MinorUnits = 100
)

// size is how many picks a combination of the coupon has. A coupon of a state that was written
// by hand may name a system that there is none of.
func (c *Coupon) size() int {
	if n := len(c.Events); c.System > 0 && c.System < n && n <= MaxSystemPicks {
		return c.System
	}
	return len(c.Events)
}

// combinations lists what the coupon bets on, each a set of its picks by their bits: all of
// them together, or all sets of a system's size. Every one has the same part of the stake.
func (c *Coupon) combinations() []uint { return combinationsOf(len(c.Events), c.size()) }

func combinationsOf(picks, size int) []uint {
	whole := uint(1)<<picks - 1
	if size == picks {
		return []uint{whole}
	}
	var out []uint
	for set := uint(1); set <= whole; set++ {
		if bits.OnesCount(set) == size {
			out = append(out, set)
		}
	}
	return out
}

// Combinations is how many bets the coupon is.
func (c *Coupon) Combinations() int { return len(c.combinations()) }

// oddsOf is the product of a combination's odds in hundredths: exact, and rounded down once.
// A void pick counts 1.00.
func (c *Coupon) oddsOf(set uint) int {
	product, unit, hundred := big.NewInt(100), big.NewInt(1), big.NewInt(100)
	for i, e := range c.Events {
		if set>>i&1 == 1 && e.Status != CouponVoid {
			product.Mul(product, big.NewInt(int64(e.Odd)))
			unit.Mul(unit, hundred)
		}
	}
	if product.Quo(product, unit); product.Cmp(big.NewInt(MaxCouponOdds)) > 0 {
		return MaxCouponOdds
	}
	return int(product.Int64())
}

// Odds are those of the coupon in hundredths; of a system, the mean of its combinations',
// rounded down.
func (c *Coupon) Odds() int {
	sets, sum := c.combinations(), 0
	for _, set := range sets {
		sum += c.oddsOf(set)
	}
	return sum / len(sets)
}

// prize is what a right combination pays: its part of the stake times its odds, rounded down
// to the kuruş.
func (c *Coupon) prize(set uint, of int) bff.MinorUnits {
	return c.Stake / bff.MinorUnits(of) * bff.MinorUnits(c.oddsOf(set)) / 100
}

// pays is what the coupon pays when just these picks are right. Void ones stand in no
// combination's way.
func (c *Coupon) pays(right func(CouponEvent) bool) bff.MinorUnits {
	sets := c.combinations()
	var win bff.MinorUnits
	for _, set := range sets {
		whole := true
		for i, e := range c.Events {
			whole = whole && (set>>i&1 == 0 || e.Status == CouponVoid || right(e))
		}
		if whole {
			win += c.prize(set, len(sets))
		}
	}
	return min(MaxCouponWin, win)
}

// PossibleWin is what the coupon pays where every pick is right: every one that still can be,
// as long as it is open.
func (c *Coupon) PossibleWin() bff.MinorUnits {
	return c.pays(func(e CouponEvent) bool { return c.Status != CouponOpen || e.Status != CouponLost })
}
