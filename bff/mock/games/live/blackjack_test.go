package live

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// strategy finds the best play by recursion over sums: cards are drawn with replacement, so a
// sum and whether it is soft determine a hand.
type strategy struct {
	dealer map[[2]int][]float64 // probabilities of 17 to 21 and bust, by the dealer's sum
	best   map[[3]int]float64
}

// add adds a card to a sum.
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

// ends returns the probabilities that the dealer ends with 17, 18, 19, 20, 21 and bust.
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

// from returns the dealer's ends with an up card without blackjack, and the probability of
// blackjack.
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

// hit is the gain of a hit with the best play after it.
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

// pair is the gain of a split in first stakes. The two hands have equal chances, so one counts
// twice.
func (s *strategy) pair(rank, up int, ends []float64) float64 {
	first, firstSoft := add(0, false, rank)
	gain := 0.
	for next := 1; next <= 13; next++ {
		sum, soft := add(first, firstSoft, next)
		best := stand(sum, ends)
		if rank != 1 && sum < 21 {
			best = max(s.play(sum, soft, up, ends), double(sum, soft, ends))
		}
		gain += 2 * best / 13
	}
	return gain
}

// opening is the gain of the best play of two cards if the dealer has no blackjack, and if the
// dealer has one.
func (s *strategy) opening(a, b, up int, ends []float64) (gain, beaten float64) {
	sum, soft := add(0, false, a)
	sum, soft = add(sum, soft, b)
	if sum == 21 {
		return 1.5, 0
	}
	gain = max(s.play(sum, soft, up, ends), double(sum, soft, ends))
	if min(a, 10) == min(b, 10) {
		gain = max(gain, s.pair(a, up, ends))
	}
	return gain, -1
}

// TestBlackjackRTP computes the return of perfect play exactly.
func TestBlackjackRTP(t *testing.T) {
	s := strategy{map[[2]int][]float64{}, map[[3]int]float64{}}
	gain := 0.
	for up := 1; up <= 13; up++ {
		ends, dealer := s.from(up)
		for a := 1; a <= 13; a++ {
			for b := 1; b <= 13; b++ {
				best, beaten := s.opening(a, b, up, ends)
				hand := best*(1-dealer) + beaten*dealer
				if up == 1 && beaten == 0 && hand < 1 {
					t.Errorf("even money should be taken: a blackjack gains %v", hand)
				}
				gain += hand / 13 / 13 / 13
			}
		}
	}
	back := 100 * (1 + gain)
	assert.True(t, !(math.Abs(back-BlackjackRTP) > 0.005), "perfect play returns %.4f, BlackjackRTP is %v", back, BlackjackRTP)
	// Perfect play never insures, as long as insurance returns less than 100.
	if _, dealer := s.from(1); math.Abs(300*dealer-InsuranceRTP) > 1e-9 || InsuranceRTP >= 100 {
		t.Errorf("insurance returns %.4f, InsuranceRTP is %v", 300*dealer, InsuranceRTP)
	}
}

// dealt deals cards of given ranks in their order and makes the moves.
func dealt(ranks []int, moves string) (b *Blackjack, left *[]int) {
	left = &ranks
	return dealBlackjack(func() Card {
		r := (*left)[0]
		*left = (*left)[1:]
		return Card(r - 1)
	}, moves), left
}

func TestHandEnds(t *testing.T) {
	for _, c := range []struct {
		name  string
		ranks []int // player, dealer, player, dealer, then as drawn
		moves string
		end   string
		pays  int64
	}{
		{"blackjack", []int{1, 5, 13, 9}, "", EndBlackjack, 250},
		{"both have blackjack", []int{1, 1, 12, 10}, "n", EndPush, 100},
		{"dealer's blackjack with a ten up", []int{10, 10, 9, 1}, "", EndLose, 0},
		{"dealer's blackjack with an ace up", []int{10, 1, 9, 10}, "n", EndLose, 0},
		{"blackjack against an ace waits for an answer", []int{1, 1, 12, 10}, "", "", 0},
		{"even money against a blackjack", []int{1, 1, 12, 10}, "e", EndEven, 200},
		{"even money against none", []int{1, 1, 12, 9}, "e", EndEven, 200},
		{"even money declined", []int{1, 1, 12, 9}, "n", EndBlackjack, 250},
		{"a hit declines insurance", []int{10, 1, 5, 9, 6}, "h", EndWin, 200},
		{"undecided", []int{10, 9, 5, 10}, "", "", 0},
		{"undecided after a hit", []int{2, 9, 3, 10, 4}, "h", "", 0},
		{"bust", []int{10, 9, 5, 10, 8}, "h", EndBust, 0},
		{"21 stands automatically", []int{10, 9, 5, 10, 6}, "h", EndWin, 200},
		{"21 against 21", []int{10, 6, 5, 5, 6, 10}, "h", EndPush, 100},
		{"the dealer is bust", []int{10, 6, 3, 10, 9}, "s", EndWin, 200},
		{"the dealer stands on a soft 17", []int{10, 1, 8, 6}, "ns", EndWin, 200},
		{"push", []int{10, 9, 10, 2, 9}, "s", EndPush, 100},
		{"doubled", []int{5, 6, 6, 10, 10, 10}, "d", EndWin, 200},
		{"doubled and lost", []int{5, 10, 6, 10, 2}, "d", EndLose, 0},
	} {
		b, left := dealt(c.ranks, c.moves)
		assert.True(t, b.Hands[0].End == c.end && b.Pays(StakeFirst) == c.pays && len(*left) == 0 && b.Over == (c.end != ""),
			"%s: %+v pays %d, %v left", c.name, b, b.Pays(StakeFirst), *left)
	}
}

func TestSplitHandsAreDecidedSeparately(t *testing.T) {
	for _, c := range []struct {
		name        string
		ranks       []int // player, dealer, player, dealer, the second cards of the split, then as drawn
		moves       string
		ends        [2]string
		first, next int64
	}{
		{"both win", []int{8, 7, 8, 10, 10, 2, 9}, "pshs", [2]string{EndWin, EndWin}, 200, 200},
		{"one wins and one loses", []int{8, 7, 8, 10, 10, 2, 5}, "pshs", [2]string{EndWin, EndLose}, 200, 0},
		{"one is bust", []int{8, 7, 8, 10, 5, 10, 9}, "phs", [2]string{EndBust, EndWin}, 0, 200},
		{"the dealer does not draw against bust hands", []int{8, 6, 8, 6, 5, 6, 10, 10}, "phh", [2]string{EndBust, EndBust}, 0, 0},
		{"21 is no blackjack", []int{10, 7, 13, 10, 1, 9}, "ps", [2]string{EndWin, EndWin}, 200, 200},
		{"aces get one card each", []int{1, 7, 1, 10, 10, 2}, "p", [2]string{EndWin, EndLose}, 200, 0},
		{"one is doubled", []int{5, 6, 5, 10, 6, 10, 10, 10}, "pds", [2]string{EndWin, EndWin}, 200, 200},
	} {
		b, left := dealt(c.ranks, c.moves)
		assert.True(t, len(b.Hands) == 2 && [2]string{b.Hands[0].End, b.Hands[1].End} == c.ends && len(*left) == 0 && b.Pays(StakeFirst) == c.first && b.Pays(StakeSplit) == c.next && b.Pays(StakeDouble) == c.first && b.Pays(StakeDouble2) == c.next,
			"%s: %+v, %v left", c.name, b, *left)
	}
}

func TestInsurancePaysTwoToOne(t *testing.T) {
	lost, _ := dealt([]int{10, 1, 9, 13}, "i")
	assert.True(t, lost.Over && lost.Insured && lost.Pays(StakeFirst) == 0 && lost.Pays(StakeInsurance) == 300,
		"against a blackjack: %+v", lost)
	on, _ := dealt([]int{10, 1, 9, 8}, "i")
	assert.True(t, !on.Over && on.May(MoveStand) && on.Pays(StakeInsurance) == 0, "against no blackjack: %+v", on)
	on.TimeUp()
	assert.True(t, on.Pays(StakeFirst) == 100 && on.Pays(StakeInsurance) == 0, "at the end: %+v", on)
}

func TestTimeUpDeclinesAndStands(t *testing.T) {
	b, left := dealt([]int{10, 1, 9, 6, 10}, "")
	b.TimeUp()
	assert.True(t, !b.Insured && b.Hands[0].End == EndWin && len(*left) == 1, "offered insurance: %+v", b)
	b, left = dealt([]int{8, 7, 8, 10, 10, 2}, "p")
	b.TimeUp()
	assert.True(t, len(b.Hands) == 2 && b.Hands[0].End == EndWin && b.Hands[1].End == EndLose && len(*left) == 0,
		"split: %+v", b)
}

func TestMay(t *testing.T) {
	for _, c := range []struct {
		name  string
		ranks []int
		moves string
		may   string
	}{
		{"two cards", []int{10, 9, 5, 10}, "", "hsd"},
		{"three cards", []int{2, 9, 3, 10, 4}, "h", "hs"},
		{"a pair", []int{8, 9, 8, 10}, "", "hsdp"},
		{"a king and a ten", []int{10, 9, 13, 10}, "", "hsdp"},
		{"a pair after the split", []int{8, 9, 8, 10, 8, 8}, "p", "hsd"},
		{"the second hand of the split", []int{8, 9, 8, 10, 8, 8}, "ps", "hsd"},
		{"against an ace", []int{8, 1, 8, 9}, "", "in"},
		{"blackjack against an ace", []int{1, 1, 10, 9}, "", "en"},
		{"declined", []int{8, 1, 8, 9}, "n", "hsdp"},
		{"insured", []int{8, 1, 8, 9}, "i", "hsdp"},
		{"over", []int{8, 9, 8, 9}, "s", ""},
	} {
		b, _ := dealt(c.ranks, c.moves)
		may := ""
		for _, move := range "hsdpien" {
			if b.May(move) {
				may += string(move)
			}
		}
		assert.Equal(t, c.may, may, c.name)
	}
}

func TestAdds(t *testing.T) {
	offered, _ := dealt([]int{8, 1, 8, 9}, "")
	first, _ := dealt([]int{8, 9, 8, 10, 8, 8}, "p")
	second, _ := dealt([]int{8, 9, 8, 10, 8, 8}, "ps")
	for _, c := range []struct {
		b     *Blackjack
		move  rune
		stake string
	}{
		{offered, MoveInsure, StakeInsurance},
		{offered, MoveDecline, StakeFirst},
		{offered, MoveEven, StakeFirst},
		{offered, MoveSplit, StakeSplit},
		{first, MoveHit, StakeFirst},
		{first, MoveDouble, StakeDouble},
		{second, MoveDouble, StakeDouble2},
	} {
		got := c.b.Adds(c.move)
		assert.Equal(t, c.stake, got, "%c stakes %q, want %q", c.move, got, c.stake)
	}
}

func TestRoundIsDeterministic(t *testing.T) {
	one := DealBlackjack(rand.New(rand.NewPCG(5, 6)), "")
	two := DealBlackjack(rand.New(rand.NewPCG(5, 6)), "nhs")
	for i, c := range one.Hands[0].Cards {
		require.True(t, two.Hands[0].Cards[i] == c && two.Dealer[i] == one.Dealer[i], "%+v, then %+v", one, two)
	}
}
