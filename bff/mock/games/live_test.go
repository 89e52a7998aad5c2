package games

import (
	"fmt"
	"math"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/mock/games/live"
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
	f.now = roulette.Clock.At(f.session.GameID, f.now).Ends
	return c
}

func liveBody(round int64, key, bets string) string {
	return bodyf(`{"round":%d,"key":"%s","bets":%s}`, round, key, bets)
}

func TestLiveTableSettlesBets(t *testing.T) {
	c := newLiveClient(t)
	s := c.get("table")
	require.True(t, s.Outcome == nil && s.Balance == 10_000 && len(s.Past) == 100 && s.Guests == 40 && len(s.Players) == shownGuests,
		"at the opening: %+v", s)
	number := roulette.Draw(c.wallet.Chance(s.Round)).Brief()
	s = c.post("bet", liveBody(s.Round, "a", `{"`+number+`":2,"red":5,"black":5}`), http.StatusOK)
	require.True(t, s.Balance == 8_800 && len(s.Mine) == 1 && s.Mine[0].Stake == 1_200 && s.Mine[0].Bets[number] == 200 && !s.Mine[0].Settled,
		"placed: %+v", s)
	c.wallet.now = time.UnixMilli(s.Settles)
	want := bff.MinorUnits(7_200)
	if number != "0" {
		want += 1_000
	}
	s = c.get("table")
	require.True(t, s.Mine[0].Settled && s.Mine[0].Win == want && s.Balance == 8_800+want && strconv.Itoa(s.Outcome.Number) == number,
		"settled: %+v", s)
}

func TestLiveBetIsPlacedOncePerKey(t *testing.T) {
	c := newLiveClient(t)
	round := c.get("table").Round
	for range 2 {
		s := c.post("bet", liveBody(round, "same", `{"red":5}`), http.StatusOK)
		require.Len(t, s.Mine, 1, "%+v", s)
	}
	if s := c.post("bet", liveBody(round, "other", `{"red":5}`), http.StatusOK); s.Balance != 9_000 {
		t.Errorf("balance %s", s.Balance)
	}
	// A request may be repeated after the round.
	c.wallet.now = c.wallet.now.Add(time.Minute)
	c.post("bet", liveBody(round, "same", `{"red":5}`), http.StatusOK)
	assert.Equal(t, 2, c.wallet.rounds, "%d bets", c.wallet.rounds)
	// The bets of a round share its limit of 50.
	round = c.get("table").Round
	c.post("bet", liveBody(round, "a", `{"red":30}`), http.StatusOK)
	before := c.wallet.session.Balance
	c.refuses("bet", map[string]string{liveBody(round, "b", `{"red":30}`): "bad stake"})
	assert.Equal(t, before, c.wallet.session.Balance, "balance %s, want %s", c.wallet.session.Balance, before)
}

func TestLiveGuestsAreTheSameForAllSessions(t *testing.T) {
	c := newLiveClient(t)
	names := func() (all []string) {
		taken := map[string]bool{}
		for _, p := range c.get("table").Players {
			all = append(all, p.Name)
			assert.True(t, !taken[p.Name], "%s appears twice", p.Name)
			taken[p.Name] = true
			for spot, amount := range p.Bets {
				_, ok := roulette.Spots[spot]
				assert.True(t, ok && amount >= c.wallet.session.MinBet, "%s has %s on %q", p.Name, amount, spot)
			}
		}
		return all
	}
	first, again := names(), names()
	c.wallet.now = c.wallet.now.Add(roulette.Clock.Length())
	next := names()
	changed := 0
	for i := range first {
		assert.Equal(t, again[i], first[i], "position %d: %s, then %s", i, first[i], again[i])
		if first[i] != next[i] {
			changed++
		}
	}
	assert.True(t, changed <= 1, "%d guests changed in one round", changed)
	c.wallet.session.Guests = 0
	left := names()
	assert.Empty(t, left, "an empty table has %v", left)
}

// The pictures of the wheels are files; their numbers are those of the games, clockwise from the top.
func TestWheelPicturesShowTheNumbersInOrder(t *testing.T) {
	label := regexp.MustCompile(`<text transform="rotate\(([\d.]+)\)[^>]*>(\d+)</text>`)
	for name, numbers := range map[string][]int{"roulette": live.Wheel[:], "wheel": live.Segments[:]} {
		picture, err := assetFiles.ReadFile("assets/" + name + "/wheel.svg")
		require.NoError(t, err)
		labels := label.FindAllStringSubmatch(string(picture), -1)
		require.Len(t, labels, len(numbers), "%s: %d numbers in the picture, want %d", name, len(labels), len(numbers))
		for i, m := range labels {
			angle := strconv.FormatFloat(math.Round(float64(i)*360_000/float64(len(numbers)))/1000, 'f', -1, 64)
			assert.True(t, m[1] == angle && m[2] == strconv.Itoa(numbers[i]),
				"%s: %s at %s degrees, want %d at %s", name, m[2], m[1], numbers[i], angle)
		}
	}
}

func TestSportsbookNeedsABookmaker(t *testing.T) {
	h := Handler(newFakeWallet())
	w := get(h, page("sportsbook", "/board?view=live"))
	assert.True(t, w.Code == http.StatusNotFound && strings.Contains(w.Body.String(), "no session"),
		"answered %d %s", w.Code, w.Body)
}

func TestSportsbookQuickStakesAreWithinLimits(t *testing.T) {
	game, err := describeSportsbook(Session{Type: "livesport", MinBet: 2_000, MaxBet: 6_000})
	assert.True(t, err == nil && game["live"] == true && fmt.Sprint(game["quick"]) == "[25 50]", "%+v, %v", game, err)
	if _, err := describeSportsbook(Session{MinBet: 2, MaxBet: 1}); err == nil {
		t.Error("limits without a stake are accepted")
	}
}
