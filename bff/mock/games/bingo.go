package games

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"strconv"

	"croupier/bff"
	"croupier/bff/mock/games/bingo"
	"croupier/bff/mock/games/live"
)

// bingoStep is what a card's price is a multiple of: so every prize is in whole kuruş.
const bingoStep bff.MinorUnits = 100

// bingoPast is how many of the player's rounds a page shows.
const bingoPast = 20

// typeSoundBingo is the type of the bingo whose numbers are spoken.
const typeSoundBingo = "soundbingo"

var bingoHall = kind{
	describe: describeBingo, looks: map[string]action{"state": following(seeBingo)},
	actions: map[string]action{"buy": bingoBuy}, settle: settleBingo, shares: "rounds",
}

// bingoGame is what the page must know before its first round.
type bingoGame struct {
	Speaks  bool             `json:"speaks"`
	RTP     float64          `json:"rtp"`
	Prices  []bff.MinorUnits `json:"prices"` // of a card
	Price   int              `json:"price"`  // the first one chosen, an index
	Most    bff.MinorUnits   `json:"most"`   // for all cards of a round
	Cards   int              `json:"cards"`  // that one may hold in a round
	Balls   int              `json:"balls"`
	Calls   int              `json:"calls"`
	Gap     int64            `json:"gap"`     // between calls, ms
	Betting int64            `json:"betting"` // ms
	Marks   [3]int           `json:"marks"`
	Table   bingo.Table      `json:"table"`   // hundredths of the price, by rows and stretch
	Chances [3][3]float64    `json:"chances"` // of each prize
}

func describeBingo(session Session) (any, error) {
	prices, err := offerStakes(session, bingoStep)
	if err != nil {
		return nil, err
	}
	g := bingoGame{
		Speaks: session.Type == typeSoundBingo, RTP: rtpOf(session),
		Prices: prices.Stakes, Most: session.MaxBet, Cards: bingo.MaxCards, Balls: bingo.Balls, Calls: bingo.Calls,
		Gap: bingo.Gap.Milliseconds(), Betting: bingo.Clock.Betting.Milliseconds(),
		Marks: bingo.Marks, Table: bingoPrizes(session),
	}
	for rows := range g.Chances {
		for stretch := range g.Chances[rows] {
			g.Chances[rows][stretch] = bingo.Chance(rows+1, stretch)
		}
	}
	return g, nil
}

func bingoPrizes(session Session) bingo.Table { return bingo.NewTable(rtpOf(session)) }

// bingoTable is the hall as it stands. Balls are told once they are called. Times are
// milliseconds since 1970.
type bingoTable struct {
	Now    int64        `json:"now"`
	Round  int64        `json:"round"`
	Phase  string       `json:"phase"` // buying, call.N with N balls called, or over
	Closes int64        `json:"closes"`
	Ends   int64        `json:"ends"`
	Calls  []int        `json:"calls"`
	Bets   []bingoBet   `json:"bets"` // the player's in this round
	Past   []bingoRound `json:"past"` // the player's rounds that are over, the newest first
	Others []bingoGuest `json:"others"`
	Balances
}

type bingoBet struct {
	ID      string         `json:"id"`
	Price   bff.MinorUnits `json:"price"`
	Cards   []bingo.Card   `json:"cards"`
	Settled bool           `json:"settled"`
	Win     bff.MinorUnits `json:"win"`
}

type bingoRound struct {
	Round int64          `json:"round"`
	ID    string         `json:"id"` // of its last bet
	Cards int            `json:"cards"`
	Stake bff.MinorUnits `json:"stake"`
	Win   bff.MinorUnits `json:"win"`
}

type bingoGuest struct {
	Name  string          `json:"name"`
	Cards int             `json:"cards"`
	Done  [bingo.Rows]int `json:"done"` // cards with one, two, all rows full
}

// seeBingo looks at the hall from a session.
func seeBingo(session Session, b Account) sight {
	now := b.Now()
	round := bingo.Clock.At(session.GameID, now)
	chance := b.Chance(round.Number)
	draw, seed := bingoDraw(chance)
	table := bingoTable{
		Now: now.UnixMilli(), Round: round.Number, Phase: "buying",
		Closes: round.Closes.UnixMilli(), Ends: round.Ends.UnixMilli(),
		Calls: []int{}, Bets: []bingoBet{}, Past: []bingoRound{}, Others: []bingoGuest{}, Balances: b.Balances(),
	}
	next := round.Closes
	if !now.Before(round.Closes) {
		called := bingo.Called(round, now)
		table.Calls = draw[:called]
		table.Phase, next = fmt.Sprintf("call.%d", called), bingo.Call(round, called+1)
		if called == bingo.Calls {
			next = round.Settles
		}
	}
	if !now.Before(round.Settles) {
		table.Phase, next = "over", round.Ends
	}
	table.own(b, round, seed)
	for _, guest := range bingo.Hall(chance) {
		if round.Opens.Add(guest.Joins).After(now) {
			continue
		}
		g := bingoGuest{Name: guest.Name, Cards: len(guest.Cards)}
		for _, card := range guest.Cards {
			for i, call := range bingo.Draw(table.Calls).Done(card) {
				if call > 0 {
					g.Done[i]++
				}
			}
		}
		table.Others = append(table.Others, g)
	}
	return sight{table: table, round: table.Round, phase: table.Phase, now: now, next: next}
}

// own adds what the player holds and has held.
func (t *bingoTable) own(b Account, round live.Round, seed uint64) {
	bets := b.Bets()
	for _, bet := range bets {
		if bet.Round == round.Number {
			t.Bets = append(t.Bets, bingoBet{bet.ID, bingoPrice(bet), bingoCards(bet, seed), bet.Settled, bet.Win})
		}
	}
	for i := len(bets) - 1; i >= 0; i-- {
		bet := bets[i]
		if !bet.Settled {
			continue
		}
		n := len(t.Past)
		if n == 0 || t.Past[n-1].Round != bet.Round {
			if n == bingoPast {
				break
			}
			t.Past, n = append(t.Past, bingoRound{Round: bet.Round, ID: bet.ID}), n+1
		}
		past := &t.Past[n-1]
		past.Cards += bingoCount(bet)
		past.Stake += bet.Stake
		past.Win += bet.Win
	}
}

// bingoDraw draws a round's balls, and the seed that its cards are dealt from.
func bingoDraw(chance *rand.Rand) (bingo.Draw, uint64) {
	return bingo.NewDraw(chance), chance.Uint64()
}

// bingoCards deals the cards of a bet: the same whenever they are looked at.
func bingoCards(bet Bet, seed uint64) []bingo.Card {
	name := fnv.New64a()
	_, _ = name.Write([]byte(bet.ID)) // never fails
	return bingo.Deal(rand.New(rand.NewPCG(seed, name.Sum64())), bingoCount(bet))
}

// bingoCount reads how many cards a bet bought: all that its play says.
func bingoCount(bet Bet) int {
	n, err := strconv.Atoi(bet.Play)
	if err != nil {
		return 1 // the books hold only what bingoBuy wrote
	}
	return min(max(n, 1), bingo.MaxCards)
}

func bingoPrice(bet Bet) bff.MinorUnits { return bet.Stake / bff.MinorUnits(bingoCount(bet)) }

// bingoBuy buys cards for the round that is on sale.
func bingoBuy(h *handler, w http.ResponseWriter, r *http.Request, session Session) error {
	move, err := readMove[struct {
		Round int64          `json:"round"`
		Cards int            `json:"cards"`
		Price bff.MinorUnits `json:"price"`
	}](w, r)
	switch {
	case err != nil:
		return err
	case move.Cards < 1 || move.Cards > bingo.MaxCards:
		return errBody
	}
	if err := checkStake(session, move.Price, bingoStep); err != nil {
		return err
	}
	return h.act(w, r, func(b Account) error {
		round := bingo.Clock.At(session.GameID, b.Now())
		if round.Number != move.Round || !round.Open(b.Now()) {
			return errClosed
		}
		held, spent := move.Cards, move.Price*bff.MinorUnits(move.Cards)
		for _, bet := range b.Bets() {
			if bet.Round == move.Round {
				held += bingoCount(bet)
				spent += bet.Stake
			}
		}
		if held > bingo.MaxCards || spent > session.MaxBet {
			return &stakeError{session: session, step: bingoStep}
		}
		_, err := b.Stake(move.Price*bff.MinorUnits(move.Cards), round.Number, round.Settles, strconv.Itoa(move.Cards))
		return err
	}, func(b Account) sight { return seeBingo(session, b) })
}

// settleBingo pays a bet's cards.
func settleBingo(session Session, bet Bet, chance *rand.Rand) bff.MinorUnits {
	draw, seed := bingoDraw(chance)
	table, price := bingoPrizes(session), bingoPrice(bet)
	var win bff.MinorUnits
	for _, card := range bingoCards(bet, seed) {
		win += table.Win(price, card, draw)
	}
	return win
}
