package world

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"croupier/bff"
)

// activeTournament returns the active run of a series.
func activeTournament(t *testing.T, w *World, key string) Tournament {
	t.Helper()
	for _, x := range w.Tournaments() {
		if x.Key == key && x.phase(w.Now()) == 0 {
			return x
		}
	}
	t.Fatalf("no %s is on", key)
	return Tournament{}
}

func placeOf(board []Place, name string) *Place {
	for i := range board {
		if board[i].Player == name {
			return &board[i]
		}
	}
	return nil
}

func TestPlayerClimbsTheLeaderboardAndWinsAPrize(t *testing.T) {
	w := newWorld(t)
	k := login(t, w, "zengin")
	daily := activeTournament(t, w, "daily")
	slot, _ := w.Catalogue.Slot(daily.Games[0])
	play := func(stake, win bff.MinorUnits) {
		asPlayer(t, w, k, func(p *Player) { p.playRound(slot.AsGame(), p.world.nextID(), stake, win) })
	}
	if placeOf(daily.Board, "ze***in") != nil {
		t.Fatal("zengin is on the board without having played")
	}
	play(1_000, 0)
	low := placeOf(activeTournament(t, w, "daily").Board, "ze***in")
	if low == nil || low.Points != 10 || low.Rank <= boardSize || low.Prize != 0 {
		t.Fatalf("after ten lira: %+v", low)
	}
	play(2_000_000, 5)
	board := activeTournament(t, w, "daily").Board
	if board[0].Player != "ze***in" || board[0].Points != 20_020 || board[0].Prize != 750_000 || len(board) != boardSize {
		t.Fatalf("after twenty thousand: %+v of %d", board[0], len(board))
	}
	other, _ := w.Catalogue.Slot(w.Catalogue.Slots[len(w.Catalogue.Slots)-1].ID)
	if slices.Contains(daily.Games, other.ID) {
		t.Fatal("the last slot is part of the tournament")
	}
	asPlayer(t, w, k, func(p *Player) { p.playRound(other.AsGame(), p.world.nextID(), 500, 0) })
	if got := activeTournament(t, w, "daily").Board[0].Points; got != 20_020 {
		t.Errorf("a game that does not count brings %d points", got-20_020)
	}

	w.SetNow(daily.End.Add(time.Minute))
	k = login(t, w, "zengin")
	for range 2 {
		asPlayer(t, w, k, func(p *Player) {
			prizes := 0
			for _, x := range p.Transactions {
				if x.Sub == subPrize && x.Phrase == "tournament.daily.title" {
					prizes++
				}
			}
			if prizes != 1 || transactionSum(p) != p.Balance {
				t.Errorf("%d prizes; the balance is %s, the transactions sum to %s", prizes, p.Balance, transactionSum(p))
			}
		})
	}
}

func TestPointsRiseInSteps(t *testing.T) {
	w := newWorld(t)
	points := func() map[string]int {
		out := map[string]int{}
		for _, p := range activeTournament(t, w, "weekly").field {
			out[p.Player] += p.Points
		}
		return out
	}
	before := points()
	still, rose := 0, 0
	for range 120 {
		w.Advance(5 * time.Second)
		now := points()
		for name, n := range now {
			switch {
			case n < before[name]:
				t.Fatalf("%s falls from %d to %d", name, before[name], n)
			case n > before[name]:
				rose++
			default:
				still++
			}
		}
		before = now
	}
	if rose == 0 || still < rose {
		t.Errorf("points rose %d times and stood still %d times", rose, still)
	}
}

// zeroSource is a source whose bounded draws are 0. Returning 0 itself would be rejected forever.
type zeroSource struct{}

func (zeroSource) Uint64() uint64 { return 2 }

func TestPlayGrowsAndWinsAJackpot(t *testing.T) {
	w := newWorld(t)
	k := login(t, w, "zengin")
	j := w.Catalogue.Jackpots[0]
	slot, _ := w.Catalogue.Slot(j.GameID)
	stands := func() bff.MinorUnits { return w.JackpotAmounts().Amount(j, w.Now()) }
	play := func() (won bff.MinorUnits) {
		asPlayer(t, w, k, func(p *Player) { won = p.playRound(slot.AsGame(), p.world.nextID(), 10_000, 0) })
		return won
	}
	before := stands()
	w.dice = rand.New(rand.NewPCG(1, 2))
	if won := play(); won != 0 {
		t.Errorf("unexpected jackpot of %s", won)
	}
	if got := stands(); got != before+100 {
		t.Fatalf("a stake of 100 lira adds %s", got-before)
	}
	w.dice = rand.New(zeroSource{})
	var had bff.MinorUnits
	asPlayer(t, w, k, func(p *Player) { had = p.Balance })
	if won := play(); won != before+200 {
		t.Errorf("jackpot of %s", won)
	}
	asPlayer(t, w, k, func(p *Player) {
		last := p.Transactions[len(p.Transactions)-1]
		if p.Balance != had-10_000+before+200 || last.Category != TxWin || last.Amount != before+200 || transactionSum(p) != p.Balance {
			t.Errorf("won %s of %s: balance %s", last.Amount, before+200, p.Balance)
		}
		if m := (View{}).Messages(p)[0]; m.Key != "jackpot" || m.Placeholders[1] != "ze***in" {
			t.Errorf("newest message: %+v", m)
		}
	})
	if got := stands(); got != j.floor {
		t.Errorf("after the win %s, want %s", got, j.floor)
	}
	w.Advance(10 * time.Second)
	if got := stands(); got != j.floor+10*j.perSecond {
		t.Errorf("ten seconds later %s", got)
	}
	if sorted := (View{}).Jackpots(w.JackpotAmounts(), w.Now()); !slices.IsSortedFunc(sorted, func(a, b JackpotState) int { return int(b.Current - a.Current) }) {
		t.Error("the jackpots are not sorted")
	}
	_, end := j.schedule.Current(w.Now())
	w.SetNow(end.Add(time.Hour))
	if got := stands(); got != j.Amount(w.Now()) {
		t.Errorf("in the next period %s, want %s", got, j.Amount(w.Now()))
	}
}
