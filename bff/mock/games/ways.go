package games

import (
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
	stakeOffer
}

func describeWays(session Session) (any, error) {
	m, err := ways.New(tuning(session))
	if err != nil {
		return nil, err
	}
	stakes, err := offerStakes(session, ways.StakeStep)
	if err != nil {
		return nil, err
	}
	return waysGame{
		Table: m.Table(), Coins: ways.Coins, FreeSpins: m.FreeSpins(), MaxTimes: m.MaxTimes(),
		RTP: m.RTP(), stakeOffer: stakes,
	}, nil
}

// waysSpinAnswer is one stop of the reels as the page shows it. Wins are multiplied.
type waysSpinAnswer struct {
	Grid       ways.Grid      `json:"grid"`
	Ways       int            `json:"ways"`
	Wins       []waysWin      `json:"wins"`
	Scatters   int            `json:"scatters"`
	Multiplier int64          `json:"multiplier"`
	SpinWin    bff.MinorUnits `json:"spinWin"`
}

type waysWin struct {
	Symbol face.Symbol    `json:"symbol"`
	Count  int            `json:"count"` // reels
	Ways   int            `json:"ways"`
	Win    bff.MinorUnits `json:"win"`
}

// waysAnswer is a settled round: the paid spin, the free spins it led to, and the money.
type waysAnswer struct {
	waysSpinAnswer
	FreeSpins []waysSpinAnswer `json:"freeSpins"`
	settledRound
}

func newWaysAnswer(round *ways.Round, settled settledRound) waysAnswer {
	show := func(s *ways.Spin) waysSpinAnswer { return newWaysSpin(round, s) }
	return waysAnswer{waysSpinAnswer: show(&round.Paid), FreeSpins: mapped(round.Free, show), settledRound: settled}
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
