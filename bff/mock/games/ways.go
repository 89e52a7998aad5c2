package games

import (
	"math/rand/v2"
	"net/http"

	"croupier/bff"
	"croupier/bff/mock/games/face"
	"croupier/bff/mock/games/ways"
)

// waysGame is what the page of the ways slot must know before its first spin.
type waysGame struct {
	Table     map[face.Symbol]ways.Pays `json:"table"` // in coins, for each way
	Coins     int64                     `json:"coins"` // in a stake
	FreeSpins ways.Pays                 `json:"freeSpins"`
	MaxTimes  int64                     `json:"maxTimes"` // stakes that no round exceeds
	RTP       float64                   `json:"rtp"`
	reelBets
}

func describeWays(seat Seat) (any, error) {
	m, err := ways.New(tuning(seat))
	if err != nil {
		return nil, err
	}
	stakes, err := reelStakes(seat, ways.StakeStep)
	if err != nil {
		return nil, err
	}
	return waysGame{
		Table: m.Table(), Coins: ways.Coins, FreeSpins: m.FreeSpins(), MaxTimes: m.MaxTimes(),
		RTP: m.RTP(), reelBets: stakes,
	}, nil
}

// waysSpin settles one round; free spins are played out inside it.
func waysSpin(h *handler, w http.ResponseWriter, r *http.Request, seat Seat) error {
	stake, err := readReelStake(w, r, seat, ways.StakeStep)
	if err != nil {
		return err
	}
	machine, err := ways.New(tuning(seat))
	if err != nil {
		return err
	}
	var round ways.Round
	receipt, err := h.play(r, stake, func(rng *rand.Rand) bff.Kurus {
		round = machine.Play(rng, stake)
		return round.Win()
	})
	if err != nil {
		return err
	}
	answer(w, http.StatusOK, newWaysAnswer(&round, receipt))
	return nil
}

// waysSpinAnswer is one stop of the reels as the page shows it. Wins are multiplied.
type waysSpinAnswer struct {
	Grid       ways.Grid `json:"grid"`
	Ways       int       `json:"ways"`
	Wins       []waysWin `json:"wins"`
	Scatters   int       `json:"scatters"`
	Multiplier int64     `json:"multiplier"`
	SpinWin    bff.Kurus `json:"spinWin"`
}

type waysWin struct {
	Symbol face.Symbol `json:"symbol"`
	Count  int         `json:"count"` // reels
	Ways   int         `json:"ways"`
	Win    bff.Kurus   `json:"win"`
}

// waysAnswer is a settled round: the paid spin, the free spins it led to, and the money.
type waysAnswer struct {
	waysSpinAnswer
	FreeSpins []waysSpinAnswer `json:"freeSpins"`
	Stake     bff.Kurus        `json:"stake"`
	Win       bff.Kurus        `json:"win"`
	Balance   bff.Kurus        `json:"balance"`
	Jackpot   bff.Kurus        `json:"jackpot"` // beside win
	RoundID   string           `json:"roundID"`
}

func newWaysAnswer(round *ways.Round, receipt Receipt) waysAnswer {
	a := waysAnswer{
		waysSpinAnswer: newWaysSpin(round, &round.Paid),
		FreeSpins:      make([]waysSpinAnswer, len(round.Free)),
		Stake:          receipt.Stake, Win: receipt.Win, Jackpot: receipt.Jackpot, Balance: receipt.Balance, RoundID: receipt.RoundID,
	}
	for i := range round.Free {
		a.FreeSpins[i] = newWaysSpin(round, &round.Free[i])
	}
	return a
}

func newWaysSpin(round *ways.Round, s *ways.Spin) waysSpinAnswer {
	a := waysSpinAnswer{
		Grid: s.Grid, Ways: s.Grid.Ways(), Wins: make([]waysWin, len(s.Wins)), Scatters: s.Scatters,
		Multiplier: s.Multiplier, SpinWin: round.Pay(s.Coins),
	}
	for i, won := range s.Wins {
		a.Wins[i] = waysWin{Symbol: won.Symbol, Count: won.Count, Ways: won.Ways, Win: round.Pay(won.Coins * s.Multiplier)}
	}
	return a
}
