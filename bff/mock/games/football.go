package games

import (
	"math/rand/v2"

	"croupier/bff"
	"croupier/bff/mock/games/football"
)

// footballStep is what a stake is a multiple of: so every price pays whole kuruş.
const footballStep bff.MinorUnits = 100

// How many of the rounds and of the session's bets that are over a page is shown, and how many
// bets a player may have on one match.
const (
	footballPast = 8
	footballBets = 30
	maxFootball  = 24
)

var footballPitch = kind{
	describe: describeFootball, looks: map[string]action{"state": following(seeFootball)},
	actions: map[string]action{
		"bet": picking[football.Pick]{clock: football.Clock, step: footballStep, most: maxFootball, see: seeFootball}.bet,
	}, settle: settleFootball, shares: "rounds",
}

// footballGame is what the page must know before its first match.
type footballGame struct {
	RTP     float64         `json:"rtp"`
	Most    bff.MinorUnits  `json:"most"` // for all bets on a match
	Bets    int             `json:"bets"` // that a player may have on a match
	Picks   []football.Pick `json:"picks"`
	Betting int64           `json:"betting"` // ms, as the rest
	Lead    int64           `json:"lead"`
	Moment  int64           `json:"moment"`
	stakeOffer
}

func describeFootball(session Session) (any, error) {
	stakes, err := offerStakes(session, footballStep)
	if err != nil {
		return nil, err
	}
	return footballGame{
		RTP: rtpOf(session), stakeOffer: stakes, Most: session.MaxBet,
		Bets: maxFootball, Picks: football.Picks, Betting: football.Clock.Betting.Milliseconds(),
		Lead: football.Lead.Milliseconds(), Moment: football.Moment.Milliseconds(),
	}, nil
}

// footballTable is the match as it stands. How it is played is told once no bet is taken any
// more; the page shows it by the clock. Times are milliseconds since 1970.
type footballTable struct {
	Now     int64                   `json:"now"`
	Round   int64                   `json:"round"`
	Phase   string                  `json:"phase"` // betting, playing or over
	Closes  int64                   `json:"closes"`
	Settles int64                   `json:"settles"`
	Ends    int64                   `json:"ends"`
	Home    football.Team           `json:"home"`
	Away    football.Team           `json:"away"`
	Prices  map[football.Pick]int64 `json:"prices"`
	Attacks []football.Attack       `json:"attacks,omitempty"`
	Past    []footballResult        `json:"past"` // earlier matches, the newest first
	Bets    []footballStake         `json:"bets"` // the session's, oldest first
	Balances
}

type footballResult struct {
	Round int64          `json:"round"`
	Home  football.Team  `json:"home"`
	Away  football.Team  `json:"away"`
	Score football.Score `json:"score"`
}

type footballStake struct {
	ID      string         `json:"id"`
	Round   int64          `json:"round"`
	Pick    football.Pick  `json:"pick"`
	Price   int64          `json:"price"` // hundredths of the stake
	Stake   bff.MinorUnits `json:"stake"`
	Settled bool           `json:"settled"`
	Win     bff.MinorUnits `json:"win"`
}

// seeFootball looks at the match from a session.
func seeFootball(session Session, b Account) sight {
	now, rtp := b.Now(), rtpOf(session)
	round := football.Clock.At(session.GameID, now)
	chance := b.Chance(round.Number)
	card := football.Draw(chance)
	table := footballTable{
		Now: now.UnixMilli(), Round: round.Number, Closes: round.Closes.UnixMilli(),
		Settles: round.Settles.UnixMilli(), Ends: round.Ends.UnixMilli(),
		Home: card.Home, Away: card.Away, Prices: map[football.Pick]int64{},
		Past: make([]footballResult, footballPast), Bets: []footballStake{}, Balances: b.Balances(),
	}
	for _, pick := range football.Picks {
		table.Prices[pick] = card.Price(pick, rtp)
	}
	phase, next := "betting", round.Closes
	switch {
	case !now.Before(round.Settles):
		phase, next = "over", round.Ends
	case !round.Open(now):
		phase, next = "playing", round.Settles
	case !now.Before(round.Closes):
		next = round.Closes.Add(football.Clock.Grace)
	}
	table.Phase = phase
	match := card.Play(chance)
	if phase != "betting" {
		table.Attacks = match.Attacks[:]
	}
	last := round.Number - 1
	for i := range table.Past {
		past := b.Chance(last - int64(i))
		card := football.Draw(past)
		table.Past[i] = footballResult{last - int64(i), card.Home, card.Away, card.Play(past).Score}
	}
	bets := b.Bets()
	for _, bet := range bets[max(0, len(bets)-footballBets):] {
		pick := football.Pick(bet.Play)
		price := football.Draw(b.Chance(bet.Round)).Price(pick, rtp)
		table.Bets = append(table.Bets, footballStake{bet.ID, bet.Round, pick, price, bet.Stake, bet.Settled, bet.Win})
	}
	return sight{table: table, round: table.Round, phase: phase, now: now, next: next}
}

// settleFootball pays a bet by its match.
func settleFootball(session Session, bet Bet, chance *rand.Rand) bff.MinorUnits {
	card := football.Draw(chance)
	pick := football.Pick(bet.Play)
	if !pick.Known() {
		return 0
	}
	price := card.Price(pick, rtpOf(session))
	return pick.Pays(card.Play(chance).Score, bet.Stake, price)
}
