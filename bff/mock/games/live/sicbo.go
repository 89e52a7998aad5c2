package live

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"croupier/bff/mock/games/rounds"
)

// throw is a round of Sic Bo.
type throw struct {
	Dice [3]int `json:"dice"`
}

func (t throw) sum() int { return t.Dice[0] + t.Dice[1] + t.Dice[2] }

func (t throw) triple() bool { return t.Dice[0] == t.Dice[1] && t.Dice[1] == t.Dice[2] }

func (t throw) count(eyes int) (n int) {
	for _, d := range t.Dice {
		if d == eyes {
			n++
		}
	}
	return n
}

func (t throw) Brief() string { return fmt.Sprintf("%d%d%d", t.Dice[0], t.Dice[1], t.Dice[2]) }

// totals are what sums pay to one.
var totals = map[int]int64{4: 62, 5: 31, 6: 18, 7: 12, 8: 8, 9: 7, 10: 6, 11: 6, 12: 7, 13: 8, 14: 12, 15: 18, 16: 31, 17: 62}

// What other spots pay to one. A single pays how often it shows.
const (
	doublePays    = 11
	triplePays    = 180
	anyTriplePays = 31
)

func (t throw) Pays(spot string) int64 {
	kind, n := splitSpot(spot)
	count := t.count(n)
	switch kind {
	case "small":
		return toOne(!t.triple() && t.sum() <= 10, 1)
	case "big":
		return toOne(!t.triple() && t.sum() >= 11, 1)
	case "odd":
		return toOne(!t.triple() && t.sum()%2 == 1, 1)
	case "even":
		return toOne(!t.triple() && t.sum()%2 == 0, 1)
	case "total":
		return toOne(t.sum() == n, totals[n])
	case "single":
		return toOne(count > 0, int64(count))
	case "double":
		return toOne(count >= 2, doublePays)
	case "triple":
		return toOne(count == 3, triplePays)
	case "anytriple":
		return toOne(t.triple(), anyTriplePays)
	default:
		return 0
	}
}

// toOne returns the pay in hundredths at odds to one.
func toOne(won bool, odds int64) int64 {
	if !won {
		return 0
	}
	return 100 * (odds + 1)
}

// splitSpot splits "total14" into its kind and its number, 0 for none.
func splitSpot(spot string) (kind string, n int) {
	kind = strings.TrimRight(spot, "0123456789")
	n, _ = strconv.Atoi(spot[len(kind):])
	return kind, n
}

// sicBoSpots returns every spot with its return, over all 216 throws.
func sicBoSpots() map[string]float64 {
	names := []string{"small", "big", "odd", "even", "anytriple"}
	for n := 1; n <= 6; n++ {
		for _, kind := range []string{"single", "double", "triple"} {
			names = append(names, kind+strconv.Itoa(n))
		}
	}
	for sum := range totals {
		names = append(names, "total"+strconv.Itoa(sum))
	}
	spots := make(map[string]float64, len(names))
	for _, name := range names {
		sum := int64(0)
		for i := range 216 {
			sum += throw{[3]int{i%6 + 1, i/6%6 + 1, i/36 + 1}}.Pays(name)
		}
		spots[name] = float64(sum) / 216
	}
	return spots
}

// SicBo is a game with three dice.
func SicBo() *Game {
	g := &Game{
		Clock: rounds.Clock{Betting: 15 * time.Second, Grace: time.Second, Playing: 5 * time.Second, Showing: 5 * time.Second},
		Keep:  60,
		Spots: sicBoSpots(),
		Usual: []string{
			"small", "small", "small", "big", "big", "big", "odd", "even", "anytriple", "total9", "total10", "total11", "total12",
			"single1", "single2", "single3", "single4", "single5", "single6", "double6", "total7", "total14",
		},
		Draw: func(rng *rand.Rand) Outcome {
			return throw{[3]int{rng.IntN(6) + 1, rng.IntN(6) + 1, rng.IntN(6) + 1}}
		},
		Layout: map[string]any{"totals": totals, "double": doublePays, "triple": triplePays, "anytriple": anyTriplePays},
	}
	g.RTP = g.Spots["small"]
	return g
}
