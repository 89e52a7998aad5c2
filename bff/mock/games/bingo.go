package games

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"
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
	schedule: onClock(bingo.Clock, 0),
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

func describeBingo(s Session) (Object, error) {
	var chances [bingo.Rows][len(bingo.Marks)]float64 // of each prize
	for rows := range chances {
		for stretch := range chances[rows] {
			chances[rows][stretch] = bingo.Chance(rows+1, stretch)
		}
	}
	game, err := withStakes(s, sharedStep, Object{
		"speaks": s.Type == typeSoundBingo,
		"most":   s.MaxBet,       // for all cards of a round
		"cards":  bingo.MaxCards, // that a player may have in a round
		"balls":  bingo.Balls, "calls": bingo.Calls, "gap": bingo.Steps.Gap.Milliseconds(),
		"betting": bingo.Clock.Betting.Milliseconds(), "marks": bingo.Marks,
		"table":   bingo.NewTable(rtpOf(s)), // hundredths of the price, by rows and stretch
		"chances": chances,
	})
	return merged(game, Object{"prices": game["stakes"], "price": 0}), err
}

// bingoRound is a past round of the player.
type bingoRound struct {
	Round int64          `json:"round"`
	ID    string         `json:"id"` // of its last bet
	Cards int            `json:"cards"`
	Stake bff.MinorUnits `json:"stake"`
	Win   bff.MinorUnits `json:"win"`
}

// viewBingo shows a round. Its phase is buying, call.N with N balls called, or over.
func viewBingo(t *table[bingoOutcome]) Object {
	outcome, calls := t.outcome(t.round.Number), bingo.Draw{}
	switch {
	case t.phase == rounds.Over:
		calls = outcome.draw
	case !t.now.Before(t.round.Closes): // the first call is later than the last purchase
		calls = outcome.draw[:t.step(bingo.Steps, "call")]
	}
	bets, past := []Object{}, []bingoRound{}
	for _, bet := range t.Bets() {
		if bet.Round == t.round.Number {
			bets = append(bets, bet.show(Object{"price": cardPrice(bet), "cards": outcome.cards(bet)}))
		}
	}
	for _, bet := range slices.Backward(t.Bets()) {
		if !bet.Settled {
			continue
		}
		n := len(past)
		if n == 0 || past[n-1].Round != bet.Round {
			if n == bingoPast {
				break
			}
			past, n = append(past, bingoRound{Round: bet.Round, ID: bet.ID}), n+1
		}
		round := &past[n-1]
		round.Cards += cardCount(bet.Play)
		round.Stake += bet.Stake
		round.Win += bet.Win
	}
	return merged(t.times(), Object{"calls": calls, "bets": bets, "past": past, "others": bingoPlayers(t, outcome, calls)})
}

// bingoPlayers shows the simulated players with how many of their cards have one, two and all
// rows full.
func bingoPlayers(t *table[bingoOutcome], outcome bingoOutcome, calls bingo.Draw) []Object {
	players := []Object{}
	for _, player := range bingo.Players(outcome.rng) {
		if t.round.Opens.Add(player.Joins).After(t.now) {
			continue
		}
		var full [bingo.Rows]int
		for _, card := range player.Cards {
			for i, call := range calls.Done(card) {
				if call > 0 {
					full[i]++
				}
			}
		}
		players = append(players, Object{"name": player.Name, "cards": len(player.Cards), "done": full})
	}
	return players
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
