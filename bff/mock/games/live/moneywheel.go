package live

import (
	"math/rand/v2"
	"strconv"
	"time"

	"croupier/bff/mock/games/rounds"
)

// Segments are the numbers on the wheel, clockwise. A number n pays n to one.
var Segments = [54]int{
	1, 2, 1, 5, 1, 2, 1, 10, 2, 1, 5, 1, 2, 1, 20, 1, 2, 5, 1, 2, 1, 10, 1, 2, 1, 5, 2, 1,
	40, 1, 2, 1, 5, 1, 2, 10, 1, 2, 1, 5, 2, 1, 20, 1, 2, 5, 1, 2, 1, 10, 1, 5, 2, 1,
}

// boostedNumbers is how often in a hundred rounds a number is boosted; boosts is how often its
// pay is multiplied by a factor then.
var (
	boostedNumbers = []struct{ number, times int }{{1, 8}, {2, 12}, {5, 5}, {10, 10}, {20, 13}, {40, 14}}
	boosts         = []struct{ factor, times int }{{2, 60}, {3, 25}, {5, 10}, {10, 5}}
)

// turn is a round of the money wheel. Boosted is the number whose pay is multiplied by Factor, 0
// for none.
type turn struct {
	Segment int `json:"segment"` // index into Segments
	Number  int `json:"number"`
	Boosted int `json:"boosted"`
	Factor  int `json:"factor"`
}

func (t turn) Brief() string { return strconv.Itoa(t.Number) }

func (t turn) Pays(spot string) int64 {
	if spot != "n"+strconv.Itoa(t.Number) {
		return 0
	}
	factor := 1
	if t.Boosted == t.Number {
		factor = t.Factor
	}
	return int64(100 * (t.Number*factor + 1))
}

func newTurn(segment, boost, factor int) turn {
	t := turn{Segment: segment, Number: Segments[segment], Factor: 1}
	for _, b := range boostedNumbers {
		if boost -= b.times; boost < 0 {
			t.Boosted = b.number
			break
		}
	}
	if t.Boosted == 0 {
		return t
	}
	for _, b := range boosts {
		if factor -= b.times; factor < 0 {
			t.Factor = b.factor
			break
		}
	}
	return t
}

// MoneyWheel is a wheel of 54 segments. Some rounds have a boosted number.
func MoneyWheel() *Game {
	return &Game{
		Clock: rounds.Clock{Betting: 15 * time.Second, Grace: time.Second, Playing: 10 * time.Second, Showing: 5 * time.Second},
		Keep:  60,
		Spots: map[string]float64{"n1": 95.822, "n2": 96.333, "n5": 96.111, "n10": 95.926, "n20": 96.556, "n40": 96.148},
		Usual: []string{"n1", "n1", "n1", "n2", "n2", "n2", "n5", "n5", "n10", "n10", "n20", "n40"},
		RTP:   96.556,
		Draw: func(rng *rand.Rand) Outcome {
			return newTurn(rng.IntN(len(Segments)), rng.IntN(100), rng.IntN(100))
		},
		Layout: map[string]any{"segments": Segments},
	}
}
