package live

import (
	"math"
	"math/rand/v2"
	"testing"
)

// strategy finds the best play by recursion over sums: cards come back to the packs, so a
// sum and whether it is soft are all that a hand is.
type strategy struct {
	dealer map[[2]int][]float64 // chances of 17 to 21 and too much, by the dealer's sum
	best   map[[3]int]float64
}

// add puts a card of a rank to a sum.
func add(sum int, soft bool, rank int) (int, bool) {
	sum += min(rank, 10)
	switch {
	case rank == 1 && sum+10 <= 21:
		return sum + 10, true
	case soft && sum > 21:
		return sum - 10, false
	default:
		return sum, soft
	}
}

func key(sum int, soft bool) [2]int {
	if soft {
		return [2]int{sum, 1}
	}
	return [2]int{sum, 0}
}

// ends gives how the dealer ends from a sum: chances of 17, 18, 19, 20, 21, and of too much.
func (s *strategy) ends(sum int, soft bool) []float64 {
	if known, ok := s.dealer[key(sum, soft)]; ok {
		return known
	}
	chances := make([]float64, 6)
	switch {
	case sum > 21:
		chances[5] = 1
	case sum >= 17:
		chances[sum-17] = 1
	default:
		for rank := 1; rank <= 13; rank++ {
			for i, c := range s.ends(add(sum, soft, rank)) {
				chances[i] += c / 13
			}
		}
	}
	s.dealer[key(sum, soft)] = chances
	return chances
}

// from gives the dealer's ends with a card up, where there is no blackjack under it.
func (s *strategy) from(up int) (ends []float64, blackjack float64) {
	ends = make([]float64, 6)
	sum, soft := add(0, false, up)
	for rank := 1; rank <= 13; rank++ {
		next, nextSoft := add(sum, soft, rank)
		if next == 21 {
			blackjack += 1. / 13
			continue
		}
		for i, c := range s.ends(next, nextSoft) {
			ends[i] += c / 13
		}
	}
	for i := range ends {
		ends[i] /= 1 - blackjack
	}
	return ends, blackjack
}

func stand(sum int, ends []float64) float64 {
	gain := ends[5]
	for i, c := range ends[:5] {
		switch {
		case sum > 17+i:
			gain += c
		case sum < 17+i:
			gain -= c
		}
	}
	return gain
}

// hit is the gain of one card more and the best after it.
func (s *strategy) hit(sum int, soft bool, up int, ends []float64) float64 {
	gain := 0.
	for rank := 1; rank <= 13; rank++ {
		next, nextSoft := add(sum, soft, rank)
		gain += s.play(next, nextSoft, up, ends) / 13
	}
	return gain
}

func (s *strategy) play(sum int, soft bool, up int, ends []float64) float64 {
	if sum > 21 {
		return -1
	}
	k := [3]int{sum, key(sum, soft)[1], up}
	if known, ok := s.best[k]; ok {
		return known
	}
	gain := stand(sum, ends)
	if sum < 21 {
		gain = max(gain, s.hit(sum, soft, up, ends))
	}
	s.best[k] = gain
	return gain
}

func double(sum int, soft bool, ends []float64) float64 {
	gain := 0.
	for rank := 1; rank <= 13; rank++ {
		if next, _ := add(sum, soft, rank); next > 21 {
			gain -= 2. / 13
		} else {
			gain += 2 * stand(next, ends) / 13
		}
	}
	return gain
}

// TestBlackjackReturnsWhatItSays computes the return of the best play exactly.
func TestBlackjackReturnsWhatItSays(t *testing.T) {
	s := strategy{map[[2]int][]float64{}, map[[3]int]float64{}}
	gain := 0.
	for up := 1; up <= 13; up++ {
		ends, dealer := s.from(up)
		for a := 1; a <= 13; a++ {
			for b := 1; b <= 13; b++ {
				sum, soft := add(0, false, a)
				sum, soft = add(sum, soft, b)
				hand := 1.5 * (1 - dealer)
				if sum != 21 {
					best := max(s.play(sum, soft, up, ends), double(sum, soft, ends))
					hand = best*(1-dealer) - dealer
				}
				gain += hand / 13 / 13 / 13
			}
		}
	}
	if back := 100 * (1 + gain); math.Abs(back-BlackjackRTP) > 0.005 {
		t.Errorf("the best play gets back %.4f, we say %v", back, BlackjackRTP)
	}
}

func TestHandsEndAsTheRulesSay(t *testing.T) {
	for _, c := range []struct {
		name  string
		ranks []int // player, dealer, player, dealer, then as they come
		moves string
		end   string
		pays  int64
	}{
		{"blackjack", []int{1, 5, 13, 9}, "", EndBlackjack, 250},
		{"two of them", []int{1, 1, 12, 10}, "", EndPush, 100},
		{"the dealer's", []int{10, 1, 9, 10}, "", EndLose, 0},
		{"not yet over", []int{10, 9, 5, 10}, "", "", 0},
		{"one more and not over", []int{2, 9, 3, 10, 4}, "h", "", 0},
		{"too much", []int{10, 9, 5, 10, 8}, "h", EndBust, 0},
		{"21 stands by itself", []int{10, 9, 5, 10, 6}, "h", EndWin, 200},
		{"21 against 21", []int{10, 6, 5, 5, 6, 10}, "h", EndPush, 100},
		{"the dealer has too much", []int{10, 6, 3, 10, 9}, "s", EndWin, 200},
		{"the dealer stands on a soft 17", []int{10, 1, 8, 6}, "s", EndWin, 200},
		{"alike", []int{10, 9, 10, 2, 9}, "s", EndPush, 100},
		{"doubled", []int{5, 6, 6, 10, 10, 10}, "d", EndWin, 200},
		{"doubled and less", []int{5, 10, 6, 10, 2}, "d", EndLose, 0},
	} {
		left := c.ranks
		h := playHand(func() Card { r := left[0]; left = left[1:]; return Card(r - 1) }, c.moves)
		if h.End != c.end || h.Pays() != c.pays || len(left) != 0 {
			t.Errorf("%s: %+v pays %d, %v left", c.name, h, h.Pays(), left)
		}
		if over := c.end != ""; over == h.May(MoveHit) || over == h.May(MoveStand) || h.May(MoveDouble) != (c.end == "" && c.moves == "") {
			t.Errorf("%s: the moves", c.name)
		}
	}
}

func TestAHandIsAlwaysTheSame(t *testing.T) {
	one := PlayHand(rand.New(rand.NewPCG(5, 6)), "")
	two := PlayHand(rand.New(rand.NewPCG(5, 6)), "hs")
	for i, c := range one.Player {
		if two.Player[i] != c || two.Dealer[i] != one.Dealer[i] {
			t.Fatalf("%+v, then %+v", one, two)
		}
	}
}
