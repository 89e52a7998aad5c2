package games

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"net/http"
	"slices"

	"croupier/bff"
	"croupier/bff/mock/games/lines"
)

// defaultRTP is the return of a game that names none (a live or virtual one played as a slot).
const defaultRTP = 96

// slotMachine tunes the line slot to a seat.
func slotMachine(seat Seat) (*lines.Machine, error) {
	volatility := cmp.Or(lines.Volatility(seat.Volatility), lines.MediumVolatility)
	return lines.New(cmp.Or(seat.RTP, defaultRTP), volatility)
}

// slotGame is what the slot's page must know before its first spin.
type slotGame struct {
	Paths      [lines.Lines][lines.Reels]int `json:"paths"`
	Table      map[lines.Symbol]lines.Pays   `json:"table"` // in line bets
	FreeSpins  lines.Pays                    `json:"freeSpins"`
	Multiplier int64                         `json:"multiplier"`
	RTP        float64                       `json:"rtp"`
	Stakes     []bff.Kurus                   `json:"stakes"`
	Stake      int                           `json:"stake"` // the first one chosen, an index
}

func describeSlot(seat Seat) (any, error) {
	m, err := slotMachine(seat)
	if err != nil {
		return nil, err
	}
	stakes := stakeLadder(seat.MinBet, seat.MaxBet, lines.StakeStep)
	if len(stakes) == 0 {
		return nil, errors.New("games: no stake of the slot lies within the game's limits")
	}
	free, multiplier := m.FreeSpins()
	return slotGame{
		Paths: lines.Paths, Table: m.Table(), FreeSpins: free, Multiplier: multiplier,
		RTP: m.RTP(), Stakes: stakes, Stake: usualStake(stakes),
	}, nil
}

// stakeLadder offers round stakes between least and most, both ends included as far as
// whole steps allow.
func stakeLadder(least, most, step bff.Kurus) []bff.Kurus {
	least, most = max((least+step-1)/step, 1)*step, most/step*step
	if least > most {
		return nil
	}
	ladder := []bff.Kurus{least, most}
	for unit := bff.Kurus(10); unit <= most; unit *= 10 {
		for _, n := range []bff.Kurus{1, 2, 3, 5} {
			if s := n * unit; s > least && s < most && s%step == 0 {
				ladder = append(ladder, s)
			}
		}
	}
	slices.Sort(ladder)
	return slices.Compact(ladder)
}

// usualStake picks where a player starts: the highest stake that is still small change.
func usualStake(ladder []bff.Kurus) int {
	const small bff.Kurus = 500
	i, exact := slices.BinarySearch(ladder, small)
	if exact || i == 0 {
		return i
	}
	return i - 1
}

// slotSpin settles one round; free spins are played out inside it.
func slotSpin(h *handler, w http.ResponseWriter, r *http.Request, seat Seat) error {
	stake, err := readStake(w, r)
	if err == nil && (stake < seat.MinBet || stake > seat.MaxBet || stake <= 0 || stake%lines.StakeStep != 0) {
		err = ErrStake
	}
	if errors.Is(err, ErrStake) {
		err = &stakeError{seat: seat, step: lines.StakeStep}
	}
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
	Line   int          `json:"line"` // from 1
	Symbol lines.Symbol `json:"symbol"`
	Count  int          `json:"count"`
	Win    bff.Kurus    `json:"win"`
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
	RoundID   string           `json:"roundID"`
}

func newSlotAnswer(round *lines.Round, receipt Receipt) slotAnswer {
	a := slotAnswer{
		slotSpinAnswer: newSlotSpin(round, &round.Paid),
		FreeSpins:      make([]slotSpinAnswer, len(round.Free)),
		Stake:          receipt.Stake, Win: receipt.Win, Balance: receipt.Balance, RoundID: receipt.RoundID,
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
