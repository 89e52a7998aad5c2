package games

import (
	"slices"
	"strings"

	"croupier/bff"
	"croupier/bff/mock/games/live"
)

// blackjackState is the table as its player sees it.
type blackjackState struct {
	Now int64 `json:"now"`
	Balances
	Round *blackjackRound `json:"round"` // the newest one
}

type blackjackRound struct {
	ID           string          `json:"id"`
	Key          string          `json:"key"`
	Bet          bff.MinorUnits  `json:"bet"`   // the first stake
	Stake        bff.MinorUnits  `json:"stake"` // all of it
	Ends         int64           `json:"ends"`  // when it stands by itself, milliseconds since 1970
	Step         int             `json:"step"`  // moves made
	Hands        []blackjackHand `json:"hands"` // two once split
	Turn         int             `json:"turn"`  // which of them is played; behind the last one: none
	Dealer       []live.Card     `json:"dealer"`
	DealerScore  int             `json:"dealerScore"` // of the cards that are seen
	Insurance    bff.MinorUnits  `json:"insurance"`   // staked on it
	InsuranceWin bff.MinorUnits  `json:"insuranceWin"`
	May          []string        `json:"may"` // moves that are possible now
	Over         bool            `json:"over"`
	Win          bff.MinorUnits  `json:"win"` // of all stakes
}

type blackjackHand struct {
	Cards []live.Card    `json:"cards"`
	Score int            `json:"score"`
	Stake bff.MinorUnits `json:"stake"`
	Win   bff.MinorUnits `json:"win"`
	End   string         `json:"end"` // empty while it goes on or waits for the dealer
}

func newBlackjackState(b Account) blackjackState {
	s := blackjackState{Now: b.Now().UnixMilli(), Balances: b.Balances()}
	first, found := lastHand(b)
	if !found {
		return s
	}
	p := handPlayOf(first)
	round := live.DealBlackjack(b.Chance(first.Round), p.Moves)
	if first.Settled {
		round.TimeUp()
	}
	s.Round = &blackjackRound{
		ID: first.ID, Key: p.Key, Bet: first.Stake, Ends: first.Due.UnixMilli(), Step: len(p.Moves),
		Turn: round.Turn, Dealer: round.Dealer, May: []string{}, Over: round.Over,
	}
	if !round.Over {
		s.Round.Dealer = round.Dealer[:1]
	}
	s.Round.DealerScore, _ = live.Score(s.Round.Dealer)
	for _, h := range round.Hands {
		score, _ := live.Score(h.Cards)
		s.Round.Hands = append(s.Round.Hands, blackjackHand{Cards: h.Cards, Score: score, End: h.End})
	}
	for name, move := range blackjackMoves {
		if round.May(move) {
			s.Round.May = append(s.Round.May, name)
		}
	}
	slices.SortFunc(s.Round.May, strings.Compare)
	for _, bet := range stakesOf(b, first) {
		s.Round.count(bet)
	}
	return s
}

// count adds a bet to what it was staked on.
func (r *blackjackRound) count(bet Bet) {
	r.Stake, r.Win = r.Stake+bet.Stake, r.Win+bet.Win
	switch handPlayOf(bet).For {
	case live.StakeInsurance:
		r.Insurance, r.InsuranceWin = bet.Stake, bet.Win
	case live.StakeSplit, live.StakeDouble2:
		hand := &r.Hands[len(r.Hands)-1]
		hand.Stake, hand.Win = hand.Stake+bet.Stake, hand.Win+bet.Win
	default:
		r.Hands[0].Stake, r.Hands[0].Win = r.Hands[0].Stake+bet.Stake, r.Hands[0].Win+bet.Win
	}
}
