package world

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
	c := enter(t, "zengin")
	daily := activeTournament(t, c.World, "daily")
	slot, _ := c.Catalogue.Slot(daily.Games[0])
	play := func(s *Slot, stake, win bff.MinorUnits) {
		c.do(func(p *Player) { p.playRound(s.Game, p.world.nextID(), stake, win) })
	}
	require.Nil(t, placeOf(daily.Board, "ze***in"), "zengin is on the board without having played")
	play(slot, 1_000, 0)
	low := placeOf(activeTournament(t, c.World, "daily").Board, "ze***in")
	require.True(t, low != nil && low.Points == 10 && low.Rank > boardSize && low.Prize == 0, "after ten lira: %+v",
		low)
	play(slot, 2_000_000, 5)
	board := activeTournament(t, c.World, "daily").Board
	require.Len(t, board, boardSize)
	require.True(t, board[0].Player == "ze***in" && board[0].Points == 20_020 && board[0].Prize == 750_000,
		"first: %+v", board[0])
	other := c.Catalogue.Slots[len(c.Catalogue.Slots)-1]
	require.NotContains(t, daily.Games, other.ID, "the last slot is part of the tournament")
	play(other, 500, 0)
	assert.Equal(t, 20_020, activeTournament(t, c.World, "daily").Board[0].Points, "a game that does not count")
	c.at(daily.End.Add(time.Minute))
	for range 2 {
		c.do(func(p *Player) {
			checkBalance(t, p, p.Balance)
			isPrize := func(x *Transaction) bool { return x.Sub == subPrize && x.Phrase == "tournament.daily.title" }
			assert.Len(t, filter(p.Transactions, isPrize), 1)
		})
	}
}

// zeroSource is a source with bounded draws of 0. Draws would reject a value of 0 forever.
type zeroSource struct{}

func (zeroSource) Uint64() uint64 { return 2 }

func TestPlayGrowsAndWinsAJackpot(t *testing.T) {
	c := enter(t, "zengin")
	j := c.Catalogue.Jackpots[0]
	slot, _ := c.Catalogue.Slot(j.GameID)
	amount := func() bff.MinorUnits { return c.JackpotAmounts(View{})[j] }
	play := func() (won bff.MinorUnits) {
		c.do(func(p *Player) { won = p.playRound(slot.Game, p.world.nextID(), 10_000, 0) })
		return won
	}
	before := amount()
	c.Dice = NewRandom(1, 2)
	assert.Zero(t, play())
	require.Equal(t, before+100, amount(), "after a stake of 100 lira")
	c.Dice.Rand = rand.New(zeroSource{})
	var had bff.MinorUnits
	c.do(func(p *Player) { had = p.Balance })
	assert.Equal(t, before+200, play(), "the jackpot")
	c.do(func(p *Player) {
		checkBalance(t, p, had-10_000+before+200)
		last := p.Transactions[len(p.Transactions)-1]
		assert.True(t, last.Category == TxWin && last.Amount == before+200, "booked %+v", last)
		m := (View{}).Messages(p)[0]
		assert.True(t, m.Key == "jackpot" && m.Placeholders[1] == "ze***in", "newest message: %+v", m)
	})
	assert.Equal(t, j.floor, amount(), "after the win")
	c.Advance(10 * time.Second)
	assert.Equal(t, j.floor+10*j.perSecond, amount(), "ten seconds later")
	_, end := j.schedule.Current(c.Now())
	c.SetNow(end.Add(time.Hour))
	assert.Equal(t, j.Amount(c.Now()), amount(), "in the next period")
}
