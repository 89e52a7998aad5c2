package live

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

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
	assert.True(t, lost.Over && lost.Insured && lost.Pays(StakeFirst) == 0 && lost.Pays(StakeInsurance) == 300, "%+v", lost)
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
	assert.True(t, len(b.Hands) == 2 && b.Hands[0].End == EndWin && b.Hands[1].End == EndLose && len(*left) == 0, "split: %+v", b)
}

func TestMovesAndTheirStakes(t *testing.T) {
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
		assert.Equal(t, c.stake, c.b.Adds(c.move), string(c.move))
	}
}

func TestRoundIsDeterministic(t *testing.T) {
	one, two := DealBlackjack(rand.New(rand.NewPCG(5, 6)), ""), DealBlackjack(rand.New(rand.NewPCG(5, 6)), "nhs")
	assert.Equal(t, one.Hands[0].Cards[:2], two.Hands[0].Cards[:2])
	assert.Equal(t, one.Dealer[:2], two.Dealer[:2])
}
