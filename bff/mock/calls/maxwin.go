package calls

import "croupier/bff/mock/world"

// maxWins has the maximum win of a round of a slot, as a multiple of the stake, by volatility. The
// machines of package games compute it in a tenth of a second each; a test compares the two.
var maxWins = map[string]int{world.VolatilityLow: 33_150, world.VolatilityMedium: 106_050, world.VolatilityHigh: 207_050}
