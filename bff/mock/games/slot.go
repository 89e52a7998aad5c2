package games

import (
	"math/rand/v2"
	"net/http"

	"croupier/bff"
	"croupier/bff/mock/games/face"
	"croupier/bff/mock/games/lines"
)

// slotMachine tunes the line slot to a seat.
func slotMachine(seat Seat) (*lines.Machine, error) { return lines.New(tuning(seat)) }

// slotGame is what the slot's page must know before its first spin.
type slotGame struct {
	Paths      [lines.Lines][lines.Reels]int `json:"paths"`
	Table      map[face.Symbol]lines.Pays    `json:"table"` // in line bets
	FreeSpins  lines.Pays                    `json:"freeSpins"`
	Multiplier int64                         `json:"multiplier"`
	MaxTimes   int64                         `json:"maxTimes"` // stakes that no round exceeds
	RTP        float64                       `json:"rtp"`
	reelBets
}

func describeSlot(seat Seat) (any, error) {
	m, err := slotMachine(seat)
	if err != nil {
		return nil, err
	}
	stakes, err := reelStakes(seat, lines.StakeStep)
	if err != nil {
		return nil, err
	}
	free, multiplier := m.FreeSpins()
	return slotGame{
		Paths: lines.Paths, Table: m.Table(), FreeSpins: free, Multiplier: multiplier,
		MaxTimes: int64(m.MaxWin(lines.StakeStep) / lines.StakeStep), RTP: m.RTP(), reelBets: stakes,
	}, nil
}

// slotSpin settles one round; free spins are played out inside it.
func slotSpin(h *handler, w http.ResponseWriter, r *http.Request, seat Seat) error {
	stake, err := readReelStake(w, r, seat, lines.StakeStep)
	if err != nil {
		return err
	}
	machine, err := slotMachine(seat)
	if err != nil {
		return err
	}
	var round lines.Round
	receipt, err := h.play(r, stake, func(rng *rand.Rand) bff.Kurus {
		round = machine.Play(rng, stake)
		return round.Win()
	})
	if err != nil {
		return err
	}
	answer(w, http.StatusOK, newSlotAnswer(&round, receipt))
	return nil
}

// slotSpinAnswer is one stop of the reels as the page shows it. Win is the spin's own.
type slotSpinAnswer struct {
	Grid       lines.Grid  `json:"grid"`
	Lines      []slotLine  `json:"lines"`
	Scatter    slotScatter `json:"scatter"`
	Multiplier int64       `json:"multiplier"`
	SpinWin    bff.Kurus   `json:"spinWin"`
}

type slotLine struct {
	Line   int         `json:"line"` // from 1
	Symbol face.Symbol `json:"symbol"`
	Count  int         `json:"count"`
	Win    bff.Kurus   `json:"win"`
}

type slotScatter struct {
	Count     int       `json:"count"`
	FreeSpins int       `json:"freeSpins"` // that it won
	Win       bff.Kurus `json:"win"`
}

// slotAnswer is a settled round: the paid spin, the free spins it led to, and the money.
type slotAnswer struct {
	slotSpinAnswer
	FreeSpins []slotSpinAnswer `json:"freeSpins"`
	Stake     bff.Kurus        `json:"stake"`
	Win       bff.Kurus        `json:"win"`
	Balance   bff.Kurus        `json:"balance"`
	Jackpot   bff.Kurus        `json:"jackpot"` // beside win
	RoundID   string           `json:"roundID"`
}

func newSlotAnswer(round *lines.Round, receipt Receipt) slotAnswer {
	a := slotAnswer{
		slotSpinAnswer: newSlotSpin(round, &round.Paid),
		FreeSpins:      make([]slotSpinAnswer, len(round.Free)),
		Stake:          receipt.Stake, Win: receipt.Win, Jackpot: receipt.Jackpot, Balance: receipt.Balance, RoundID: receipt.RoundID,
	}
	for i := range round.Free {
		a.FreeSpins[i] = newSlotSpin(round, &round.Free[i])
	}
	return a
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
