package games

import (
	"hash/fnv"
	"math/rand/v2"
	"strconv"

	"croupier/bff"
	"croupier/bff/mock/games/bingo"
	"croupier/bff/mock/games/rounds"
)

// bingoPast is how many of the player's past rounds the page shows.
const bingoPast = 20

// typeSoundBingo is the type of the bingo whose calls are spoken.
const typeSoundBingo = "soundbingo"

// bingoOutcome is the outcome of a round.
type bingoOutcome struct {
	draw bingo.Draw
	seed uint64     // of the cards
	rng  *rand.Rand // draws the simulated players
}

var bingoKind = sharedGame[bingoOutcome, bingoPurchase]{
	schedule: onClock(byTable(bingo.Clock)),
	outcome: func(_ Session, rng *rand.Rand) bingoOutcome {
		return bingoOutcome{bingo.NewDraw(rng), rng.Uint64(), rng}
	},
	phases: [...]string{"buying", "call", "over"},
	view:   viewBingo,
	place:  "buy",
	wagers: bingoPurchase.wagers,
	limit: func(s Session, placed []Bet, wagers []wager) error {
		count := cardCount(wagers[0].play)
		for _, bet := range placed {
			count += cardCount(bet.Play)
		}
		if count > bingo.MaxCards {
			return &stakeError{session: s, step: sharedStep}
		}
		return withinMaxBet(s, placed, wagers)
	},
	pays: func(s Session, o bingoOutcome, bet Bet) (win bff.MinorUnits) {
		table := bingo.NewTable(rtpOf(s))
		for _, card := range o.cards(bet) {
			win += table.Win(cardPrice(bet), card, o.draw)
		}
		return win
	},
}.kind("rounds", describeBingo, nil)

// bingoGame is the static part of bingo.
type bingoGame struct {
	Speaks  bool             `json:"speaks"`
	RTP     float64          `json:"rtp"`
	Prices  []bff.MinorUnits `json:"prices"` // of a card
	Price   int              `json:"price"`  // index of the preselected price
	Most    bff.MinorUnits   `json:"most"`   // for all cards of a round
	Cards   int              `json:"cards"`  // that a player may have in a round
	Balls   int              `json:"balls"`
	Calls   int              `json:"calls"`
	Gap     int64            `json:"gap"`     // between calls, ms
	Betting int64            `json:"betting"` // ms
	Marks   [3]int           `json:"marks"`
	Table   bingo.Table      `json:"table"`   // hundredths of the price, by rows and stretch
	Chances [3][3]float64    `json:"chances"` // of each prize
}

func describeBingo(s Session) (any, error) {
	prices, err := offerStakes(s, sharedStep)
	if err != nil {
		return nil, err
	}
	g := bingoGame{
		Speaks: s.Type == typeSoundBingo, RTP: rtpOf(s),
		Prices: prices.Stakes, Most: s.MaxBet, Cards: bingo.MaxCards, Balls: bingo.Balls, Calls: bingo.Calls,
		Gap: bingo.Steps.Gap.Milliseconds(), Betting: bingo.Clock.Betting.Milliseconds(),
		Marks: bingo.Marks, Table: bingo.NewTable(rtpOf(s)),
	}
	for rows := range g.Chances {
		for stretch := range g.Chances[rows] {
			g.Chances[rows][stretch] = bingo.Chance(rows+1, stretch)
		}
	}
	return g, nil
}

// bingoState is the state of a round. Its phase is buying, call.N with N balls called, or over.
type bingoState struct {
	roundState
	roundTimes
	Calls  []int         `json:"calls"` // balls called so far
	Bets   []bingoBet    `json:"bets"`  // of this round
	Past   []bingoRound  `json:"past"`  // the player's past rounds, newest first
	Others []bingoPlayer `json:"others"`
}

type bingoBet struct {
	betState
	Price bff.MinorUnits `json:"price"`
	Cards []bingo.Card   `json:"cards"`
}

type bingoRound struct {
	Round int64          `json:"round"`
	ID    string         `json:"id"` // of its last bet
	Cards int            `json:"cards"`
	Stake bff.MinorUnits `json:"stake"`
	Win   bff.MinorUnits `json:"win"`
}

type bingoPlayer struct {
	Name  string          `json:"name"`
	Cards int             `json:"cards"`
	Done  [bingo.Rows]int `json:"done"` // cards with one, two, all rows full
}

func viewBingo(t *table[bingoOutcome]) any {
	outcome := t.outcome(t.round.Number)
	state := bingoState{roundTimes: t.times(), Calls: []int{}, Bets: []bingoBet{}, Past: []bingoRound{}, Others: []bingoPlayer{}}
	switch {
	case t.phase == rounds.Over:
		state.Calls = outcome.draw
	case !t.now.Before(t.round.Closes): // the first call is later than the last purchase
		state.Calls = outcome.draw[:t.step(bingo.Steps, "call")]
	}
	bets := t.Bets()
	for _, bet := range bets {
		if bet.Round == t.round.Number {
			state.Bets = append(state.Bets, bingoBet{newBetState(bet), cardPrice(bet), outcome.cards(bet)})
		}
	}
	for i := len(bets) - 1; i >= 0; i-- {
		bet := bets[i]
		if !bet.Settled {
			continue
		}
		n := len(state.Past)
		if n == 0 || state.Past[n-1].Round != bet.Round {
			if n == bingoPast {
				break
			}
			state.Past, n = append(state.Past, bingoRound{Round: bet.Round, ID: bet.ID}), n+1
		}
		round := &state.Past[n-1]
		round.Cards += cardCount(bet.Play)
		round.Stake += bet.Stake
		round.Win += bet.Win
	}
	for _, player := range bingo.Players(outcome.rng) {
		if t.round.Opens.Add(player.Joins).After(t.now) {
			continue
		}
		p := bingoPlayer{Name: player.Name, Cards: len(player.Cards)}
		for _, card := range player.Cards {
			for i, call := range bingo.Draw(state.Calls).Done(card) {
				if call > 0 {
					p.Done[i]++
				}
			}
		}
		state.Others = append(state.Others, p)
	}
	state.roundState = t.state()
	return state
}

// cards deals the cards of a bet, always the same ones.
func (o bingoOutcome) cards(bet Bet) []bingo.Card {
	id := fnv.New64a()
	_, _ = id.Write([]byte(bet.ID)) // cannot fail
	return bingo.Deal(rand.New(rand.NewPCG(o.seed, id.Sum64())), cardCount(bet.Play))
}

// cardCount parses the play of a bet, which is its number of cards.
func cardCount(play string) int {
	n, err := strconv.Atoi(play)
	if err != nil {
		return 1 // unreachable: wagers wrote it
	}
	return min(max(n, 1), bingo.MaxCards)
}

func cardPrice(bet Bet) bff.MinorUnits { return bet.Stake / bff.MinorUnits(cardCount(bet.Play)) }

// bingoPurchase is the placement of a purchase of cards.
type bingoPurchase struct {
	onRound
	Cards int            `json:"cards"`
	Price bff.MinorUnits `json:"price"`
}

func (p bingoPurchase) wagers(s Session) ([]wager, error) {
	if p.Cards < 1 || p.Cards > bingo.MaxCards {
		return nil, errBody
	}
	return []wager{{p.Price * bff.MinorUnits(p.Cards), strconv.Itoa(p.Cards)}}, checkStake(s, p.Price, sharedStep)
}
