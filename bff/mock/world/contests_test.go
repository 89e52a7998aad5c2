package world

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"croupier/bff"
)

// running is the tournament of a series that is on.
func running(t *testing.T, w *World, key string) Tournament {
	t.Helper()
	for _, x := range w.Tournaments() {
		if x.Key == key && x.phase(w.Now()) == 0 {
			return x
		}
	}
	t.Fatalf("no %s is on", key)
	return Tournament{}
}

func place1(board []Place, name string) *Place {
	for i := range board {
		if board[i].Player == name {
			return &board[i]
		}
	}
	return nil
}

func TestAPlayerClimbsALeaderboardAndIsPaid(t *testing.T) {
	w := fresh(t)
	k := enter(t, w, "zengin")
	daily := running(t, w, "daily")
	slot, _ := w.Catalogue.Slot(daily.Games[0])
	play := func(stake, win bff.MinorUnits) {
		as(t, w, k, func(p *Player) { p.playRound(slot.AsGame(), p.world.nextID(), stake, win) })
	}
	if place1(daily.Board, "ze***in") != nil {
		t.Fatal("zengin is on the board without having played")
	}
	play(1_000, 0)
	low := place1(running(t, w, "daily").Board, "ze***in")
	if low == nil || low.Points != 10 || low.Rank <= boardSize || low.Prize != 0 {
		t.Fatalf("after ten lira: %+v", low)
	}
	play(2_000_000, 5)
	board := running(t, w, "daily").Board
	if board[0].Player != "ze***in" || board[0].Points != 20_020 || board[0].Prize != 750_000 || len(board) != boardSize {
		t.Fatalf("after twenty thousand: %+v of %d", board[0], len(board))
	}
	other, _ := w.Catalogue.Slot(w.Catalogue.Slots[len(w.Catalogue.Slots)-1].ID)
	if slices.Contains(daily.Games, other.ID) {
		t.Fatal("the last slot is part of the tournament")
	}
	as(t, w, k, func(p *Player) { p.playRound(other.AsGame(), p.world.nextID(), 500, 0) })
	if got := running(t, w, "daily").Board[0].Points; got != 20_020 {
		t.Errorf("a game that does not count brings %d points", got-20_020)
	}

	w.SetNow(daily.End.Add(time.Minute))
	k = enter(t, w, "zengin")
	for range 2 {
		as(t, w, k, func(p *Player) {
			prizes := 0
			for _, x := range p.Transactions {
				if x.Sub == subPrize && x.Phrase == "tournament.daily.title" {
					prizes++
				}
			}
			if prizes != 1 || books(p) != p.Balance {
				t.Errorf("%d prizes; the wallet holds %s, the books say %s", prizes, p.Balance, books(p))
			}
		})
	}
}

func TestPointsRiseInStepsAndNeverFall(t *testing.T) {
	w := fresh(t)
	points := func() map[string]int {
		out := map[string]int{}
		for _, p := range running(t, w, "weekly").field {
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

// lucky is a source that draws nought whatever the range is; a nought of its own would be
// drawn again for ever.
type lucky struct{}

func (lucky) Uint64() uint64 { return 2 }

func TestAJackpotGrowsByPlayAndIsWon(t *testing.T) {
	w := fresh(t)
	k := enter(t, w, "zengin")
	j := w.Catalogue.Jackpots[0]
	slot, _ := w.Catalogue.Slot(j.GameID)
	stands := func() bff.MinorUnits { return w.JackpotAmounts().Amount(j, w.Now()) }
	play := func() (won bff.MinorUnits) {
		as(t, w, k, func(p *Player) { won = p.playRound(slot.AsGame(), p.world.nextID(), 10_000, 0) })
		return won
	}
	before := stands()
	w.dice = rand.New(rand.NewPCG(1, 2))
	if won := play(); won != 0 {
		t.Errorf("the page is told of a jackpot of %s", won)
	}
	if got := stands(); got != before+100 {
		t.Fatalf("a stake of 100 lira adds %s", got-before)
	}
	w.dice = rand.New(lucky{})
	var had bff.MinorUnits
	as(t, w, k, func(p *Player) { had = p.Balance })
	if won := play(); won != before+200 {
		t.Errorf("the page is told of %s", won)
	}
	as(t, w, k, func(p *Player) {
		last := p.Transactions[len(p.Transactions)-1]
		if p.Balance != had-10_000+before+200 || last.Category != TxWin || last.Amount != before+200 || books(p) != p.Balance {
			t.Errorf("won %s of %s: balance %s", last.Amount, before+200, p.Balance)
		}
		if m := (View{}).Messages(p)[0]; m.Key != "jackpot" || m.Placeholders[1] != "ze***in" {
			t.Errorf("newest message: %+v", m)
		}
	})
	if got := stands(); got != j.floor {
		t.Errorf("afterwards it stands at %s, not at %s", got, j.floor)
	}
	w.Advance(10 * time.Second)
	if got := stands(); got != j.floor+10*j.perSecond {
		t.Errorf("ten seconds later it stands at %s", got)
	}
	if sorted := (View{}).Jackpots(w.JackpotAmounts(), w.Now()); !slices.IsSortedFunc(sorted, func(a, b JackpotState) int { return int(b.Current - a.Current) }) {
		t.Error("the jackpots are not in order")
	}
	_, end := j.schedule.Current(w.Now())
	w.SetNow(end.Add(time.Hour))
	if got := stands(); got != j.Amount(w.Now()) {
		t.Errorf("in the next cycle it stands at %s, not at %s", got, j.Amount(w.Now()))
	}
}
