package games

import (
	"fmt"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/mock/games/live"
	"croupier/bff/mock/world"
)

type liveState struct {
	Round, Closes, Settles, Ends int64
	Outcome                      *struct{ Number int }
	Past                         []string
	Guests                       int
	Players                      []liveGuest
	Mine                         []struct {
		Stake   bff.MinorUnits
		Bets    live.Play
		Settled bool
		Win     bff.MinorUnits
	}
	Balance bff.MinorUnits
}

// newLiveClient returns a client at a roulette table at the opening of a round.
func newLiveClient(t *testing.T) client[liveState] {
	c := newClient[liveState](t, "roulette", "roulette", 97, 200)
	f := c.wallet
	f.session.Dealer, f.session.Guests, f.session.MaxBet = "Elif", 40, 5_000
	f.now = live.Clock.At(f.session.ID, f.now).Ends
	return c
}

func liveBody(round int64, key, bets string) string {
	return bodyf(`{"round":%d,"key":"%s","bets":%s}`, round, key, bets)
}

func TestLiveTableSettlesBets(t *testing.T) {
	c := newLiveClient(t)
	s := c.get("table")
	require.Equal(t, "10000 100 40", fmt.Sprint(int(s.Balance), len(s.Past), s.Guests), "at the opening: %+v", s)
	require.Nil(t, s.Outcome)
	require.Len(t, s.Players, shownGuests)
	number := strconv.Itoa(live.Spin(c.wallet.Chance(s.Round)).Number)
	s = c.post("bet", liveBody(s.Round, "a", `{"`+number+`":2,"red":5,"black":5}`), http.StatusOK)
	require.True(t, s.Balance == 8_800 && len(s.Mine) == 1 && s.Mine[0].Stake == 1_200 && s.Mine[0].Bets[number] == 200 && !s.Mine[0].Settled,
		"placed: %+v", s)
	c.wallet.now = time.UnixMilli(s.Settles)
	want := bff.MinorUnits(7_200)
	if number != "0" {
		want += 1_000
	}
	s = c.get("table")
	require.True(t, s.Mine[0].Settled && s.Mine[0].Win == want && s.Balance == 8_800+want, "settled: %+v", s)
	require.Equal(t, number, strconv.Itoa(s.Outcome.Number))
}

func TestLiveBetIsPlacedOncePerKey(t *testing.T) {
	c := newLiveClient(t)
	round := c.get("table").Round
	for range 2 {
		require.Len(t, c.post("bet", liveBody(round, "same", `{"red":5}`), http.StatusOK).Mine, 1)
	}
	assert.EqualValues(t, 9_000, c.post("bet", liveBody(round, "other", `{"red":5}`), http.StatusOK).Balance)
	// A request may be repeated after the round.
	c.wallet.now = c.wallet.now.Add(time.Minute)
	c.post("bet", liveBody(round, "same", `{"red":5}`), http.StatusOK)
	assert.Equal(t, 2, c.wallet.rounds)
	// The bets of a round share its limit of 50.
	round = c.get("table").Round
	c.post("bet", liveBody(round, "a", `{"red":30}`), http.StatusOK)
	before := c.wallet.session.Balance
	c.refuses("bet", map[string]string{liveBody(round, "b", `{"red":30}`): "bad stake"})
	assert.Equal(t, before, c.wallet.session.Balance)
}

func TestLiveGuestsAreTheSameForAllSessions(t *testing.T) {
	c := newLiveClient(t)
	names := func() (all []string) {
		for _, p := range c.get("table").Players {
			all = append(all, p.Name)
			for spot, amount := range p.Bets {
				assert.Contains(t, live.Spots, spot)
				assert.GreaterOrEqual(t, amount, c.wallet.session.MinBet)
			}
		}
		return all
	}
	first := names()
	assert.Equal(t, first, names())
	c.wallet.now = c.wallet.now.Add(live.Clock.Length())
	together := append(names(), first...)
	slices.Sort(together)
	assert.LessOrEqual(t, len(slices.Compact(together)), len(first)+1, "a guest changes in a round")
	c.wallet.session.Guests = 0
	assert.Empty(t, names(), "an empty table")
}

// The picture of the wheel is a file; its numbers are those of the game, clockwise from the top.
func TestWheelPictureShowsTheNumbersInOrder(t *testing.T) {
	label := regexp.MustCompile(`<text transform="rotate\(([\d.]+)\)[^>]*>(\d+)</text>`)
	picture, err := assetFiles.ReadFile("assets/roulette/wheel.svg")
	require.NoError(t, err)
	labels := label.FindAllStringSubmatch(string(picture), -1)
	require.Len(t, labels, len(live.Wheel))
	for i, m := range labels {
		angle := strconv.FormatFloat(math.Round(float64(i)*360_000/float64(len(live.Wheel)))/1000, 'f', -1, 64)
		assert.Equal(t, []string{angle, strconv.Itoa(live.Wheel[i])}, m[1:])
	}
}

func TestSportsbookDescription(t *testing.T) {
	w := get(Handler(newFakeWallet()), page("sportsbook", "/board?view=live"))
	assert.Equal(t, http.StatusNotFound, w.Code, "without a bookmaker")
	assert.Contains(t, w.Body.String(), "no session")
	game, err := describeSportsbook(Session{GameSession: world.GameSession{Game: world.Game{Type: "livesport", MinBet: 2_000, MaxBet: 6_000}}})
	assert.True(t, err == nil && game["live"] == true && fmt.Sprint(game["quick"]) == "[25 50]", "%+v, %v", game, err)
	_, err = describeSportsbook(Session{GameSession: world.GameSession{Game: world.Game{MinBet: 2, MaxBet: 1}}})
	assert.Error(t, err, "limits without a stake")
}
