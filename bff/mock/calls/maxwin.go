package calls

import (
	"cmp"

	"croupier/bff/mock/world"
)

// maxWins has the maximum win of a round, as a multiple of the stake, by page and volatility. The
// machines of package games compute it in a tenth of a second each; a test compares the two.
var maxWins = map[string]map[string]int{
	"slot":    {world.VolatilityLow: 33_150, world.VolatilityMedium: 106_050, world.VolatilityHigh: 207_050},
	"cluster": {world.VolatilityLow: 130, world.VolatilityMedium: 1_031, world.VolatilityHigh: 3_827},
}

// maxWin returns the maximum win of a round of a slot, as a multiple of the stake.
func maxWin(s *world.Slot) int { return maxWins[cmp.Or(pages[s.Type], "slot")][s.Volatility] }
