package games

import (
	"croupier/bff"
	"croupier/bff/mock/games/face"
	"croupier/bff/mock/games/lines"
)

// slotGame is what the slot's page must know before its first spin.
type slotGame struct {
	Paths      [lines.Lines][lines.Reels]int `json:"paths"`
	Table      map[face.Symbol]lines.Pays    `json:"table"` // in line bets
	FreeSpins  lines.Pays                    `json:"freeSpins"`
	Multiplier int64                         `json:"multiplier"`
	MaxTimes   int64                         `json:"maxTimes"` // stakes that no round exceeds
	RTP        float64                       `json:"rtp"`
	stakeOffer
}

func describeSlot(session Session) (any, error) {
	m, err := lines.New(tuning(session))
	if err != nil {
		return nil, err
	}
	stakes, err := offerStakes(session, lines.StakeStep)
	if err != nil {
		return nil, err
	}
	free, multiplier := m.FreeSpins()
	return slotGame{
		Paths: lines.Paths, Table: m.Table(), FreeSpins: free, Multiplier: multiplier,
		MaxTimes: int64(m.MaxWin(lines.StakeStep) / lines.StakeStep), RTP: m.RTP(), stakeOffer: stakes,
	}, nil
}

// slotSpinAnswer is one stop of the reels as the page shows it. Win is the spin's own.
type slotSpinAnswer struct {
	Grid       lines.Grid     `json:"grid"`
	Lines      []slotLine     `json:"lines"`
	Scatter    slotScatter    `json:"scatter"`
	Multiplier int64          `json:"multiplier"`
	SpinWin    bff.MinorUnits `json:"spinWin"`
}

type slotLine struct {
	Line   int            `json:"line"` // from 1
	Symbol face.Symbol    `json:"symbol"`
	Count  int            `json:"count"`
	Win    bff.MinorUnits `json:"win"`
}

type slotScatter struct {
	Count     int            `json:"count"`
	FreeSpins int            `json:"freeSpins"` // that it won
	Win       bff.MinorUnits `json:"win"`
}

// slotAnswer is a settled round: the paid spin, the free spins it led to, and the money.
type slotAnswer struct {
	slotSpinAnswer
	FreeSpins []slotSpinAnswer `json:"freeSpins"`
	settledRound
}

func newSlotAnswer(round *lines.Round, settled settledRound) slotAnswer {
	show := func(s *lines.Spin) slotSpinAnswer { return newSlotSpin(round, s) }
	return slotAnswer{slotSpinAnswer: show(&round.Paid), FreeSpins: mapped(round.Free, show), settledRound: settled}
}

func newSlotSpin(round *lines.Round, s *lines.Spin) slotSpinAnswer {
	a := slotSpinAnswer{
		Grid: s.Grid, Lines: make([]slotLine, len(s.Lines)), Multiplier: s.Multiplier, SpinWin: round.Pay(s.Bets),
	}
	a.Scatter = slotScatter{Count: s.Scatters, FreeSpins: s.Awarded, Win: a.SpinWin}
	for i, l := range s.Lines {
		win := round.Pay(l.Bets * s.Multiplier)
		a.Lines[i] = slotLine{Line: l.Line, Symbol: l.Symbol, Count: l.Count, Win: win}
		a.Scatter.Win -= win // what no line paid, the scatters did
	}
	return a
}
