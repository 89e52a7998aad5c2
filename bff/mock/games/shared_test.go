package games

import (
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/mock/games/live"
	"croupier/bff/mock/games/pick"
	"croupier/bff/mock/games/rounds"
	"croupier/bff/mock/world"
)

// sharedCase is a game of shared rounds for the tests of the engine.
type sharedCase struct {
	kind, gameType string
	rtp            float64
	minBet         bff.MinorUnits
	query, action  string
	clock          rounds.Clock
	valid          func(round int64) string            // a request that is accepted
	refused        func(round int64) map[string]string // requests with the error code of each
}

var sharedCases = []sharedCase{
	{
		kind: "pick", gameType: "football3d", rtp: 91, minBet: 200, query: "state", action: "bet", clock: pick.Clock,
		valid: func(n int64) string { return picksBody(n, "2", "over") },
		refused: func(n int64) map[string]string {
			return map[string]string{
				picksBody(n, "2"):                                      "bad request",
				picksBody(n, "2", "3"):                                 "bad request",
				picksBody(n, "2", "1", "none"):                         "bad request",
				picksBody(n, "2", slices.Repeat([]string{"1"}, 25)...): "bad request",
				picksBody(n, "1", "1"):                                 "bad stake",
				picksBody(n, "2.5", "1"):                               "bad stake",
				picksBody(n, "501", "1"):                               "bad stake",
				picksBody(n, "300", "1", "X"):                          "bad stake", // above the limit of a round
				picksBody(n, "60", "1", "X"):                           "insufficient funds",
				picksBody(n+1, "2", "1"):                               "closed",
				`{"round":1,"number":7}`:                               "bad request",
			}
		},
	},
	{
		kind: "roulette", gameType: "roulette", rtp: 97, minBet: 200, query: "table", action: "bet", clock: live.Clock,
		valid: func(n int64) string { return bodyf(`{"round":%d,"key":"v%d","bets":{"red":5}}`, n, n) },
		refused: func(n int64) map[string]string {
			lay := func(round int64, bets string) string { return bodyf(`{"round":%d,"key":"k","bets":%s}`, round, bets) }
			return map[string]string{
				lay(n, `{"0-36":5}`): "bad request",
				lay(n, `{}`):         "bad request",
				bodyf(`{"round":%d,"bets":{"red":5}}`, n): "bad request",
				lay(n, `{"red":1}`):                       "bad stake",
				lay(n, `{"red":-5,"black":10}`):           "bad stake",
				lay(n, `{"red":2.5}`):                     "bad stake",
				lay(n, `{"red":501}`):                     "bad stake",
				lay(n, `{"red":300,"black":300}`):         "bad stake", // above the limit of a round
				lay(n, `{"red":101}`):                     "insufficient funds",
				lay(n-1, `{"red":5}`):                     "closed",
				lay(n+1, `{"red":5}`):                     "closed",
			}
		},
	},
	{
		kind: "crash", gameType: "zeplin", rtp: 96.5, minBet: 100, query: "state", action: "stake",
		valid: func(n int64) string { return crashBody(n, 1, 150, "10") },
		refused: func(n int64) map[string]string {
			return map[string]string{
				crashBody(n+1, 1, 0, "10"):            "closed",
				crashBody(n-1, 1, 0, "10"):            "closed",
				crashBody(n, 2, 0, "10"):              "bad request",
				crashBody(n, -1, 0, "10"):             "bad request",
				crashBody(n, 1, 100, "10"):            "bad request",
				crashBody(n, 1, 100_001, "10"):        "bad request",
				crashBody(n, 1, -5, "10"):             "bad request",
				crashBody(n, 1, 0, "0.5"):             "bad stake",
				crashBody(n, 1, 0, "1.5"):             "bad stake",
				crashBody(n, 1, 0, "-10"):             "bad stake",
				crashBody(n, 1, 0, "501"):             "bad stake",
				crashBody(n, 1, 0, "101"):             "insufficient funds",
				`{"round":1,"paid":900}`:              "bad request",
				`{"round":1,"hand":0,"stake":"much"}`: "bad request",
			}
		},
	},
}

// sharedState is the common part of the states of all games of shared rounds.
type sharedState struct {
	Error   string
	Round   int64
	Phase   string
	Balance bff.MinorUnits
}

// client returns a client at the opening of a round, and the round.
func (c sharedCase) client(t *testing.T) (client[sharedState], rounds.Round) {
	p := newClient[sharedState](t, c.kind, c.gameType, c.rtp, c.minBet)
	round := c.round(p.wallet)
	p.wallet.now = round.Ends
	return p, c.round(p.wallet)
}

// round returns the present round.
func (c sharedCase) round(f *fakeWallet) rounds.Round {
	if c.kind == "crash" {
		round, _ := crashRounds(f.session, f).At(f.now, 0)
		return round.Round
	}
	return c.clock.At(f.session.ID, f.now)
}

func TestInvalidBetsAreRefused(t *testing.T) {
	for _, c := range sharedCases {
		t.Run(c.kind, func(t *testing.T) {
			p, round := c.client(t)
			p.refuses(c.action, c.refused(round.Number))
			p.wallet.now = round.Shut
			p.refuses(c.action, map[string]string{c.valid(round.Number): "closed"})
			assert.EqualValues(t, 10_000, p.get(c.query).Balance)
			assert.Empty(t, p.wallet.bets)
		})
	}
}

// TestBetsAreSettledWithoutThePage bets on many rounds and reads the state long after each.
func TestBetsAreSettledWithoutThePage(t *testing.T) {
	for _, c := range sharedCases {
		t.Run(c.kind, func(t *testing.T) {
			p, round := c.client(t)
			won := 0
			for range 20 {
				p.wallet.session.Balance = 10_000
				placed := p.post(c.action, c.valid(round.Number), http.StatusOK)
				bet := p.wallet.bets[len(p.wallet.bets)-1]
				p.wallet.now = round.Ends.Add(48 * time.Hour)
				want := Settle(p.wallet.session.Game, bet, p.wallet.Chance(round.Number))
				require.Equal(t, 10_000-bet.Stake, placed.Balance)
				require.Equal(t, placed.Balance+want, p.get(c.query).Balance, "round %d", round.Number)
				if want > 0 {
					won++
				}
				p.wallet.now = c.round(p.wallet).Ends
				round = c.round(p.wallet)
			}
			assert.True(t, won != 0 && won != 20, "%d of 20 bets won", won)
		})
	}
}

func TestMovedClockSettlesBetsOnce(t *testing.T) {
	for _, c := range sharedCases {
		t.Run(c.kind, func(t *testing.T) {
			p, round := c.client(t)
			placed := p.post(c.action, c.valid(round.Number), http.StatusOK)
			p.wallet.now = p.wallet.now.Add(-time.Hour)
			got := p.get(c.query)
			assert.True(t, !p.wallet.bets[0].Settled && got.Balance == placed.Balance, "an hour earlier: %+v", got)
			p.wallet.now = p.wallet.now.Add(72 * time.Hour)
			later := p.get(c.query)
			p.wallet.now = p.wallet.now.Add(-24 * time.Hour)
			again := p.get(c.query)
			assert.True(t, p.wallet.bets[0].Settled)
			assert.Equal(t, later.Balance, again.Balance)
		})
	}
}

// TestLongPollWaitsForNextPhase measures the delay of responses.
func TestLongPollWaitsForNextPhase(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range sharedCases {
			p, round := c.client(t)
			if c.query != "state" {
				continue
			}
			phase := p.state().Phase
			current := bodyf("%d.%s", round.Number, phase)
			for _, step := range []struct {
				before time.Duration // the close of the round
				seen   string
				want   time.Duration
			}{
				{7 * time.Second, "", 0},
				{7 * time.Second, bodyf("%d.other", round.Number), 0},
				{7 * time.Second, current, maxPoll},
				{time.Second, current, time.Second},
				{400 * time.Millisecond, current, 400 * time.Millisecond},
			} {
				p.wallet.now = round.Closes.Add(-step.before)
				began := time.Now()
				p.get("state?seen=" + step.seen)
				assert.Equal(t, step.want, time.Since(began), "%s, %v before the close, seen %q", c.kind, step.before, step.seen)
			}
		}
	})
}

// The average win of many rounds agrees with the return that the game states.
func TestSimulatedReturnsAgreeWithTheStated(t *testing.T) {
	for _, c := range []struct {
		kind, gameType, play string
		rtp                  float64
	}{
		{"pick", "betongames", "red", 95},
		{"pick", "football3d", "over", 91},
		{"pick", "goldenrace", "Zeybek", 90},
		{"pick", "bingo", "low", 92},
		{"crash", "zeplin", "1 1.50", 96.5},
		{"roulette", "roulette", `{"bets":{"red":12}}`, live.RTP},
	} {
		session := newFakeWallet().session
		session.Page, session.Type, session.RTP = c.kind, c.gameType, c.rtp
		const rounds = 20_000
		var sum, squares float64
		for n := range rounds {
			win := Settle(session.Game, world.Bet{Stake: 1200, Play: c.play}, rand.New(rand.NewPCG(9, uint64(n))))
			back := float64(win) / 12
			sum, squares = sum+back, squares+back*back
		}
		mean := sum / rounds
		deviation := math.Sqrt((squares/rounds - mean*mean) / rounds)
		assert.InDelta(t, c.rtp, mean, 4*deviation, "%s %s", c.gameType, c.play)
	}
}
