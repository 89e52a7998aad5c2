package games

import (
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/mock/games/bingo"
)

type bingoState struct {
	Bets []struct{ Cards []bingo.Card }
	Past []struct {
		Round int64
		Cards int
		Win   bff.MinorUnits
	}
	Others  []struct{ Cards int }
	Balance bff.MinorUnits
}

func bingoBody(round int64, cards int, price string) string {
	return bodyf(`{"round":%d,"cards":%d,"price":%s}`, round, cards, price)
}

// TestBingoListsPastRounds buys the most cards of many rounds.
func TestBingoListsPastRounds(t *testing.T) {
	c := newClient[bingoState](t, "bingo", "bingo", 92, 100)
	won := 0
	for range bingoPast + 5 {
		c.wallet.now = bingo.Clock.At(c.wallet.session.GameID, c.wallet.now).Ends
		round := bingo.Clock.At(c.wallet.session.GameID, c.wallet.now)
		c.wallet.session.Balance = 10_000
		c.post("buy", bingoBody(round.Number, 4, "1"), http.StatusOK)
		got := c.post("buy", bingoBody(round.Number, 20, "1"), http.StatusOK)
		c.refuses("buy", map[string]string{bingoBody(round.Number, 1, "1"): "bad stake"}) // the twenty-fifth card
		require.True(t, len(got.Bets) == 2 && got.Bets[0].Cards[0] != got.Bets[1].Cards[0] && got.Balance == 7_600, "bought: %+v", got)
		c.wallet.now = round.Settles
		assert.NotEmpty(t, c.state().Others, "nobody else has cards")
		balls := bingo.NewDraw(c.wallet.Chance(round.Number))
		var want bff.MinorUnits
		for _, card := range slices.Concat(got.Bets[0].Cards, got.Bets[1].Cards) {
			want += bingo.NewTable(92).Win(100, card, balls)
		}
		c.wallet.now = round.Ends.Add(3 * bingo.Clock.Length())
		past := c.state().Past
		require.True(t, past[0].Round == round.Number && past[0].Win == want && past[0].Cards == 24 && len(past) <= bingoPast,
			"%d rounds, paid %+v, want %s", len(past), past[0], want)
		if want > 0 {
			won++
		}
	}
	assert.NotEqual(t, 0, won, "no round has won")
}
