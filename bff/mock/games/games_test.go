package games

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/mock/world"
)

func TestInvalidSpinsAreRefused(t *testing.T) {
	refused := func(name, body string, prepare func(*fakeWallet), status int, code, contains string) {
		t.Helper()
		wallet := newFakeWallet()
		prepare(wallet)
		before := wallet.session.Balance
		w := post(Handler(wallet.Use), page("slot", "/spin"), body)
		var got struct{ Error, Message string }
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &got), w.Body)
		assert.Equal(t, fmt.Sprint(status, code), fmt.Sprint(w.Code, got.Error), name)
		assert.NotEmpty(t, got.Message)
		assert.Contains(t, got.Message, contains, name)
		assert.NotContains(t, w.Body.String(), "fire", "the message contains the cause of the error")
		assert.True(t, wallet.session.Balance == before && wallet.rounds == 0, "%s: money moved", name)
	}
	plain := func(*fakeWallet) {}
	refused("a stake below the minimum", `{"stake":0.2}`, plain, 400, "bad stake", "Bu bahis")
	refused("a stake above the maximum", `{"stake":600}`, plain, 400, "bad stake", "Bu bahis")
	refused("a stake between the steps", `{"stake":0.75}`, plain, 400, "bad stake", "Bu bahis")
	for _, body := range []string{
		``, `[1]`, `{"stake":1.005}`, `{"stake":"1"}`, `{"stake":1,"win":100}`, `{"stake":1}{}`, `{"stake":1`,
		`{"stake":1` + strings.Repeat(" ", maxRequest) + `}`,
	} {
		refused(body, body, plain, 400, "bad request", "")
	}
	refused("above the balance", `{"stake":400}`, func(f *fakeWallet) { f.session.Balance = 39_999 }, 402,
		"insufficient funds", "")
	refused("an ended session", `{"stake":1}`, func(f *fakeWallet) { f.err = world.ErrSession }, 404, "no session", "")
	refused("a broken wallet", `{"stake":1}`, func(f *fakeWallet) { f.err = errors.New("disk on fire") }, 500,
		"internal", "")
	english := func(f *fakeWallet) { f.session.Lang = "en" }
	refused("in English", `{"stake":0}`, english, 400, "bad stake", "This stake is outside the limits")
	h := Handler(newFakeWallet().Use)
	assert.JSONEq(t, `{"balance":100}`, get(h, page("slot", "/state")).Body.String())
}

// Each line of forty spins pays by the table, and each spin moves the wallet only one time.
func TestSpinsMoveTheWalletOnce(t *testing.T) {
	play := func() (all []string) {
		wallet := newFakeWallet()
		h := Handler(wallet.Use)
		for range 40 {
			before := wallet.session.Balance
			w := post(h, page("slot", "/spin"), `{"stake":2}`)
			var a struct {
				Grid  [reels][rows]string
				Lines []struct {
					Line, Count int
					Symbol      string
					Win         bff.MinorUnits
				}
				Stake, Win, Balance bff.MinorUnits
				RoundID             string
			}
			require.Equal(t, http.StatusOK, w.Code, w.Body)
			require.NoError(t, json.Unmarshal(w.Body.Bytes(), &a))
			var sum bff.MinorUnits
			for _, l := range a.Lines {
				sum += l.Win
				for reel := range l.Count {
					assert.Contains(t, []string{l.Symbol, "wild"}, a.Grid[reel][linePaths[l.Line][reel]])
				}
			}
			assert.True(t, a.Stake == 200 && a.Win == sum && a.RoundID != "", "the amounts do not add up: %s", w.Body)
			assert.True(t, a.Balance == before-a.Stake+a.Win && a.Balance == wallet.session.Balance, "balance: %s",
				w.Body)
			all = append(all, w.Body.String())
		}
		return all
	}
	assert.Equal(t, play(), play(), "the same seed gives the same rounds")
}

// sharedCase is a game of shared rounds for the tests of the engine.
type sharedCase struct {
	kind, gameType, action string
	game                   *sharedGame
	minBet                 bff.MinorUnits
	valid                  func(round int64) string            // a request that is accepted
	refused                func(round int64) map[string]string // rejected requests with their error codes
}

func betBody(round int64, key, bets string) string {
	return bodyf(`{"round":%d,"key":%q,"bets":%s}`, round, key, bets)
}

func curveBody(round int64, stake string) string {
	return bodyf(`{"round":%d,"stake":%s}`, round, stake)
}

var sharedCases = []sharedCase{
	{
		kind: "pick", gameType: "football3d", action: "bet", game: &picks.sharedGame, minBet: 200,
		valid: func(n int64) string { return betBody(n, bodyf("k%d", n), `{"over":2}`) },
		refused: func(n int64) map[string]string {
			return map[string]string{
				betBody(n, "k", `{}`):                     "bad request",
				betBody(n, "k", `{"3":2}`):                "bad request",
				betBody(n, "", `{"1":2}`):                 "bad request",
				betBody(n, "k", `{"1":1}`):                "bad stake",
				betBody(n, "k", `{"1":2.5}`):              "bad stake",
				betBody(n, "k", `{"1":501}`):              "bad stake",
				betBody(n, "k", `{"1":300,"X":300}`):      "bad stake", // above the limit of a round
				betBody(n, "k", `{"1":60,"X":60}`):        "insufficient funds",
				betBody(n+1, "k", `{"1":2}`):              "closed",
				bodyf(`{"round":%d,"number":7}`, n):       "bad request",
				betBody(n, strings.Repeat("k", 41), "{}"): "bad request",
			}
		},
	},
	{
		kind: "live", gameType: "roulette", action: "bet", game: &roulette.sharedGame, minBet: 200,
		valid: func(n int64) string { return betBody(n, bodyf("k%d", n), `{"red":5}`) },
		refused: func(n int64) map[string]string {
			return map[string]string{
				betBody(n, "k", `{"37":5}`):              "bad request",
				betBody(n, "k", `{"red":-5,"black":10}`): "bad stake",
				betBody(n, "k", `{"red":101}`):           "insufficient funds",
				betBody(n-1, "k", `{"red":5}`):           "closed",
			}
		},
	},
	{
		kind: "round", gameType: "zeplin", action: "stake", game: curve, minBet: 100,
		valid: func(n int64) string { return curveBody(n, "10") },
		refused: func(n int64) map[string]string {
			return map[string]string{
				curveBody(n+1, "10"):         "closed",
				curveBody(n-1, "10"):         "closed",
				curveBody(n, "0.5"):          "bad stake",
				curveBody(n, "1.5"):          "bad stake",
				curveBody(n, "101"):          "insufficient funds",
				`{"round":1,"stake":"much"}`: "bad request",
			}
		},
	},
}

// sharedState contains the fields that all games with shared rounds have.
type sharedState struct {
	Error, Phase, Outcome string
	Round                 int64
	Point                 *int64
	Past                  []any
	Balance               bff.MinorUnits
	Bets                  []struct {
		ID      string
		Settled bool
		Win     bff.MinorUnits
		Paid    int64
	}
}

// client returns a client at the opening of a round, and the round.
func (c sharedCase) client(t *testing.T) (client[sharedState], Round) {
	p := newClient[sharedState](t, c.kind, c.gameType, 96.5, c.minBet)
	p.wallet.now = c.round(p.wallet).Ends
	return p, c.round(p.wallet)
}

func (c sharedCase) round(f *fakeWallet) Round { return c.game.round(f.session, f) }

func TestInvalidBetsAreRefused(t *testing.T) {
	for _, c := range sharedCases {
		p, round := c.client(t)
		p.refuses(c.action, c.refused(round.Number))
		p.wallet.now = round.Shut
		p.refuses(c.action, map[string]string{c.valid(round.Number): "closed"})
		assert.EqualValues(t, 10_000, p.state().Balance, c.kind)
		assert.Empty(t, p.wallet.bets, c.kind)
	}
}

// The clock settles each bet only one time, without the page. No page shows an outcome before bets
// are closed.
func TestBetsAreSettledWithoutThePage(t *testing.T) {
	for _, c := range sharedCases {
		p, round := c.client(t)
		won := 0
		for range 20 {
			p.wallet.session.Balance = 10_000
			placed := p.post(c.action, c.valid(round.Number), http.StatusOK)
			bet := p.wallet.bets[len(p.wallet.bets)-1]
			require.True(t, placed.Balance == 10_000-bet.Stake && placed.Outcome == "" && placed.Point == nil,
				"%s: %+v", c.kind, placed)
			p.wallet.now = p.wallet.now.Add(-time.Hour)
			require.Equal(t, placed.Balance, p.state().Balance, "%s: an hour earlier", c.kind)
			p.wallet.now = round.Settles
			over := p.state()
			require.True(t, over.Outcome != "" || over.Point != nil, "%s: %+v", c.kind, over)
			p.wallet.now = round.Ends.Add(48 * time.Hour)
			want := Settle(p.wallet.session.Game, bet, p.wallet.Chance(round.Number))
			require.Equal(t, placed.Balance+want, p.state().Balance, "%s, round %d", c.kind, round.Number)
			if want > 0 {
				won++
			}
			p.wallet.now = c.round(p.wallet).Ends
			round = c.round(p.wallet)
		}
		assert.True(t, won != 20 && (won != 0 || c.game == curve), "%s: %d of 20 bets won", c.kind, won)
	}
}

// Rounds follow one another without a gap. The list of past rounds contains their results.
func TestRoundsAreContiguous(t *testing.T) {
	for _, c := range sharedCases {
		p, round := c.client(t)
		for range 50 {
			p.wallet.now = round.Ends.Add(-time.Millisecond)
			require.Equal(t, round, c.round(p.wallet), c.kind)
			p.wallet.now = round.Ends
			next := c.round(p.wallet)
			require.True(t, next.Number == round.Number+1 && next.Opens.Equal(round.Ends), "%s: %+v follows %+v",
				c.kind, next, round)
			require.GreaterOrEqual(t, next.Closes.Sub(next.Opens), 7*time.Second, c.kind)
			state := p.state()
			require.Len(t, state.Past, shownPast)
			require.EqualValues(t, fmt.Sprint(c.game.past(p.wallet.session, p.wallet.Chance(round.Number))),
				fmt.Sprint(state.Past[0]), c.kind)
			round = next
		}
	}
}

func TestBetIsPlacedOncePerKey(t *testing.T) {
	c := sharedCases[1]
	p, round := c.client(t)
	for range 2 {
		require.Len(t, p.post("bet", betBody(round.Number, "same", `{"red":5}`), http.StatusOK).Bets, 1)
	}
	assert.EqualValues(t, 9_000, p.post("bet", betBody(round.Number, "other", `{"red":5}`), http.StatusOK).Balance)
	p.wallet.now = p.wallet.now.Add(time.Minute) // a request may be repeated after the round
	p.post("bet", betBody(round.Number, "same", `{"red":5}`), http.StatusOK)
	assert.Equal(t, 2, p.wallet.rounds)
}

func TestCashOutPaysTheMultiplierOfTheCasinosTime(t *testing.T) {
	c := sharedCases[2]
	p, round := c.client(t)
	point := func() multiplier { return drawPoint(p.wallet.Chance(round.Number), 96.5) }
	for point() < 300 || point() > 1000 {
		p.wallet.now = round.Ends
		round = c.round(p.wallet)
	}
	cash := bodyf(`{"round":%d,"bet":%q}`, round.Number,
		p.post("stake", curveBody(round.Number, "10"), http.StatusOK).Bets[0].ID)
	p.refuses("stake", map[string]string{curveBody(round.Number, "10"): "closed"}) // one bet a round
	p.refuses("cash", map[string]string{cash: "closed"})                           // before take-off
	p.wallet.now = round.Closes
	p.refuses("cash", map[string]string{cash: "closed"}) // at 1.00
	p.wallet.now = round.Closes.Add(multiplier(237).time())
	flying := p.state()
	assert.True(t, flying.Phase == "playing" && flying.Point == nil && flying.Balance == 9_000, "%+v", flying)
	cashed := p.post("cash", cash, http.StatusOK)
	assert.True(t, cashed.Bets[0].Settled && cashed.Bets[0].Paid == 237 && cashed.Balance == 11_370, "%+v", cashed)
	p.refuses("cash", map[string]string{cash: "no bet"})
	p.wallet.now = round.Settles
	over := p.state()
	assert.True(t, over.Phase == "over" && *over.Point == int64(point()) && over.Balance == 11_370, "%+v", over)

	p.wallet.now = round.Ends
	round = c.round(p.wallet)
	late := bodyf(`{"bet":%q}`, p.post("stake", curveBody(round.Number, "10"), http.StatusOK).Bets[1].ID)
	p.wallet.now = round.Settles
	p.refuses("cash", map[string]string{late: "no bet"})
	for m := least; m <= most; m++ {
		require.True(t, multiplierAt(m.time()) >= m && multiplierAt(m.time()-time.Millisecond) < m,
			"%d is not shown at its time", m)
	}
}

// The average win of many rounds agrees with the return of the game.
func TestReturnsAgreeWithTheStated(t *testing.T) {
	const rounds = 20_000
	within := func(name string, rtp float64, play func(rng *rand.Rand) bff.MinorUnits) {
		var sum, squares float64
		for n := range rounds {
			back := float64(play(rand.New(rand.NewPCG(9, uint64(n))))) / 12
			sum, squares = sum+back, squares+back*back
		}
		mean := sum / rounds
		deviation := math.Sqrt((squares/rounds - mean*mean) / rounds)
		assert.InDelta(t, rtp, mean, 4*deviation, name)
	}
	for _, c := range []struct {
		kind, gameType, play string
		rtp                  float64
	}{
		{"pick", "betongames", `{"bets":{"red":1200}}`, 95},
		{"pick", "football3d", `{"bets":{"over":1200}}`, 91},
		{"pick", "goldenrace", `{"bets":{"Zeybek":1200}}`, 90},
		{"pick", "bingo", `{"bets":{"low":1200}}`, 92},
		{"live", "roulette", `{"bets":{"red":1200}}`, 97.30},
	} {
		game := world.Game{Page: c.kind, Type: c.gameType, RTP: c.rtp}
		play := strings.ReplaceAll(c.play, "1200", "12")
		within(c.gameType, c.rtp,
			func(rng *rand.Rand) bff.MinorUnits { return Settle(game, world.Bet{Stake: 1200, Play: play}, rng) })
	}
	within("zeplin at 1.50", 96.5, func(rng *rand.Rand) bff.MinorUnits {
		if drawPoint(rng, 96.5) < 150 {
			return 0
		}
		return payout(1200, 150)
	})
	within("slot", 96, func(rng *rand.Rand) bff.MinorUnits {
		_, _, win := playSlot(rng, 96, 1200)
		return win
	})
}

func TestPicksWin(t *testing.T) {
	for _, c := range []struct{ kind, outcome, wins, loses string }{
		{"goldenrace", "Poyraz", "Poyraz", "Karayel"},
		{"football3d", "2-1", "1", "X"},
		{"football3d", "2-1", "over", "no"},
		{"football3d", "0-3", "2", "yes"},
		{"betongames", "9", "red", "blue"},
		{"betongames", "36", "yellow", "odd"},
		{"bingo", "90", "90", "9"},
		{"roulette", "0", "0", "even"},
		{"roulette", "12", "dozen1", "high"},
		{"roulette", "36", "column3", "black"},
	} {
		theme := themes[c.kind]
		if c.kind == "roulette" {
			theme = wheel
		}
		assert.Contains(t, theme.covers[c.wins], c.outcome, c)
		assert.NotContains(t, theme.covers[c.loses], c.outcome, c)
		assert.NotEmpty(t, theme.covers[c.loses], c)
	}
}

func TestStakesAreRoundAmountsWithinTheLimits(t *testing.T) {
	for _, c := range []struct {
		least, most bff.MinorUnits
		want        string
	}{
		{50, 2_000, "[1 2 3 5 10 20] 3"},
		{55, 1_999, "[1 2 3 5 10] 3"},
		{100, 100, "[1] 0"},
		{100_000, 300_000, "[1000 2000 3000] 0"},
	} {
		game := withStakes(Session{Game: world.Game{MinBet: c.least, MaxBet: c.most}}, 20, Object{})
		assert.Equal(t, c.want, fmt.Sprint(game["stakes"], " ", game["stake"]), c)
	}
}
