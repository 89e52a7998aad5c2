package live

import (
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// chance is a probability.
type chance = float64

// falls gives all ways in which a game may fall, each with its probability.
var falls = map[string]struct {
	game *Game
	all  iter.Seq2[Outcome, chance]
}{
	"roulette": {Roulette(), func(yield func(Outcome, chance) bool) {
		for n := range 37 {
			if !yield(pocket{n}, 1./37) {
				return
			}
		}
	}},
	"dragontiger": {DragonTiger(), func(yield func(Outcome, chance) bool) {
		for a := range Card(52) {
			for b := range Card(52) {
				left := chance(Decks)
				if a == b {
					left--
				}
				next := []Card{a, b}
				d := playDuel(func() Card { c := next[0]; next = next[1:]; return c })
				if !yield(d, 1./52*left/(52*Decks-1)) {
					return
				}
			}
		}
	}},
	"baccarat": {Baccarat(), coups},
	"sicbo": {SicBo(), func(yield func(Outcome, chance) bool) {
		for i := range 216 {
			if !yield(throw{[3]int{i%6 + 1, i/6%6 + 1, i/36 + 1}}, 1./216) {
				return
			}
		}
	}},
	"moneywheel": {MoneyWheel(), func(yield func(Outcome, chance) bool) {
		for segment := range Segments {
			for boost := range 100 {
				for factor := range 100 {
					if !yield(newTurn(segment, boost, factor), 1./54/100/100) {
						return
					}
				}
			}
		}
	}},
}

// coups walks every coup by ranks: the suits change nothing. Pictures count alike but make
// other pairs, so the four first cards go by rank and the third ones by points.
func coups(yield func(Outcome, chance) bool) {
	var walk func(dealt []Card, p chance) bool
	walk = func(dealt []Card, p chance) bool {
		next := dealt
		short := false
		c := playCoup(func() Card {
			if len(next) == 0 {
				short = true
				return 0
			}
			card := next[0]
			next = next[1:]
			return card
		})
		if !short {
			return yield(c, p)
		}
		for rank := range Card(13) {
			weight := chance(4 * Decks)
			if len(dealt) >= 4 { // ten to king are one
				switch {
				case rank > 9:
					continue
				case rank == 9:
					weight *= 4
				}
			}
			for _, d := range dealt {
				if d == rank || len(dealt) >= 4 && rank == 9 && d > 9 {
					weight--
				}
			}
			if !walk(append(slices.Clone(dealt), rank), p*weight/chance(52*Decks-len(dealt))) {
				return false
			}
		}
		return true
	}
	walk(nil, 1)
}

func TestEverySpotReturnsWhatItSays(t *testing.T) {
	for name, f := range falls {
		t.Run(name, func(t *testing.T) {
			returns := map[string]float64{}
			whole := 0.
			for o, p := range f.all {
				whole += p
				for spot := range f.game.Spots {
					returns[spot] += p * float64(o.Pays(spot))
				}
			}
			if math.Abs(whole-1) > 1e-9 {
				t.Fatalf("the ways add up to %v", whole)
			}
			best := 0.
			for spot, said := range f.game.Spots {
				if math.Abs(returns[spot]-said) > 0.0006 {
					t.Errorf("%s gives back %.4f, says %.4f", spot, returns[spot], said)
				}
				best = max(best, said)
			}
			if f.game.RTP != best {
				t.Errorf("the best spot gives back %.3f, the game says %.3f", best, f.game.RTP)
			}
			for _, spot := range f.game.Usual {
				if _, ok := f.game.Spots[spot]; !ok {
					t.Errorf("guests like %q, which is no spot", spot)
				}
			}
		})
	}
}

// A draw falls only as the walk above knows, and no way is forgotten by it.
func TestDrawsFallAsTheRulesSay(t *testing.T) {
	for name, f := range falls {
		if name == "baccarat" || name == "dragontiger" {
			continue // suits make the drawn cards many more; their hands are checked below
		}
		known, drawn := map[string]bool{}, map[string]bool{}
		for o := range f.all {
			known[fmt.Sprint(o)] = true
		}
		rng := rand.New(rand.NewPCG(1, 2))
		for range 20_000 {
			o := fmt.Sprint(f.game.Draw(rng))
			if drawn[o] = true; !known[o] {
				t.Fatalf("%s fell %s", name, o)
			}
		}
		if len(drawn) < len(known)*9/10 {
			t.Errorf("%s: %d of %d ways fell", name, len(drawn), len(known))
		}
	}
}

func TestTheLayoutHasAllBets(t *testing.T) {
	sizes := map[int]int{}
	for _, numbers := range rouletteSpots {
		sizes[len(numbers)]++
	}
	// 37 numbers, 60 splits, 12 streets and 2 trios, 22 corners and the first four, 11 lines,
	// 6 dozens and columns, 6 even chances.
	want := map[int]int{1: 37, 2: 60, 3: 14, 4: 23, 6: 11, 12: 6, 18: 6}
	for size, n := range want {
		if sizes[size] != n {
			t.Errorf("%d bets of %d numbers, want %d", sizes[size], size, n)
		}
	}
	pockets := slices.Sorted(slices.Values(Wheel[:]))
	for n := range 37 {
		if pockets[n] != n {
			t.Fatalf("the wheel has %v", pockets)
		}
	}
	for i, n := range Wheel { // colours alternate round the wheel
		next := Wheel[(i+1)%37]
		if n != 0 && next != 0 && slices.Contains(Red[:], n) == slices.Contains(Red[:], next) {
			t.Errorf("%d and %d lie side by side in one colour", n, next)
		}
	}
}

func TestBaccaratDrawsByTheTable(t *testing.T) {
	for _, c := range []struct {
		deal           string // ranks in the order of dealing: player, banker, player, banker, thirds
		player, banker int
		cards          int
	}{
		{"9 1 K 1", 9, 2, 4},     // a natural ends it
		{"2 4 4 4", 6, 8, 4},     // so does the banker's
		{"3 2 4 3 9", 7, 4, 5},   // player stands on 7, banker draws on 5
		{"3 3 3 3", 6, 6, 4},     // both stand on 6
		{"1 1 1 2 8", 0, 3, 5},   // banker 3 stands against an 8
		{"1 1 1 2 9 2", 1, 5, 6}, // and draws against a 9
		{"1 2 1 4 6 K", 8, 6, 6}, // banker 6 draws against a 6,
	} {
		var cards []Card
		var ranks []string
		for _, r := range splitRanks(c.deal) {
			ranks = append(ranks, fmt.Sprint(r))
			cards = append(cards, Card(r-1))
		}
		got := playCoup(func() Card { x := cards[0]; cards = cards[1:]; return x })
		if got.PlayerScore != c.player || got.BankerScore != c.banker || len(got.Player)+len(got.Banker) != c.cards {
			t.Errorf("%v: %+v", ranks, got)
		}
	}
}

func splitRanks(s string) (ranks []int) {
	for _, r := range s {
		switch {
		case r == 'K':
			ranks = append(ranks, 13)
		case r != ' ':
			ranks = append(ranks, int(r-'0'))
		}
	}
	return ranks
}

func TestAShoeNeverDealsACardNineTimes(t *testing.T) {
	s := newShoe(rand.New(rand.NewPCG(3, 4)))
	count := map[Card]int{}
	for range 52 * Decks {
		count[s.deal()]++
	}
	for card := range Card(52) {
		if count[card] != Decks {
			t.Errorf("%s came %d times", card, count[card])
		}
	}
}
