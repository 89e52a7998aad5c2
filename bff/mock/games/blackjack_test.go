package games

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/mock/games/live"
)

// dealing returns the next round after moves.
type dealing func(moves string) *live.Blackjack

type blackjackState struct {
	Balance bff.MinorUnits
	Round   *struct {
		ID                      string
		Stake, Win              bff.MinorUnits
		Insurance, InsuranceWin bff.MinorUnits
		Step, Turn              int
		Hands                   []struct {
			Cards      []string
			Stake, Win bff.MinorUnits
			End        string
		}
		Dealer, May []string
		Over        bool
	}
}

// blackjackClient is the page of a blackjack table.
type blackjackClient struct{ client[blackjackState] }

// newBlackjack returns a client just before a round that matches.
func newBlackjack(t *testing.T, matches func(dealing) bool) blackjackClient {
	t.Helper()
	c := blackjackClient{newClient[blackjackState](t, "blackjack", "blackjack", 0, 200)}
	c.wallet.session.MaxBet = 5000
	for range 10_000 {
		if matches(c.next()) {
			return c
		}
		c.wallet.now = c.wallet.now.Add(time.Millisecond)
	}
	t.Fatal("no such round")
	return c
}

func (c blackjackClient) next() dealing {
	chance := c.wallet.now.UnixMilli()
	return func(moves string) *live.Blackjack { return live.DealBlackjack(c.wallet.Chance(chance), moves) }
}

// after returns the next round after moves and a timeout, and what its stakes pay in per cent.
func (c blackjackClient) after(moves string) (round *live.Blackjack, pays func(stake string) bff.MinorUnits) {
	round = c.next()(moves)
	round.TimeUp()
	return round, func(stake string) bff.MinorUnits { return bff.MinorUnits(round.Pays(stake)) }
}

func (c blackjackClient) deal(stake, key string) blackjackState {
	c.t.Helper()
	return c.post("deal", `{"stake":`+stake+`,"key":"`+key+`"}`, http.StatusOK)
}

// moveBody is a move of the first round.
func moveBody(step int, move string) string {
	return bodyf(`{"id":"round-1","step":%d,"move":"%s"}`, step, move)
}

// move makes a move twice, as a repeated request does, and returns the second response.
func (c blackjackClient) move(step int, move string) blackjackState {
	c.t.Helper()
	c.post("move", moveBody(step, move), http.StatusOK)
	return c.post("move", moveBody(step, move), http.StatusOK)
}

func going(deal dealing) bool { return deal("").May(live.MoveStand) }

func pair(deal dealing) bool { return deal("").May(live.MoveSplit) && !deal("p").Over }

func offered(deal dealing) bool { return deal("").May(live.MoveInsure) }

func TestBlackjackRound(t *testing.T) {
	c := newBlackjack(t, going)
	expected, pays := c.after("s")
	s := c.deal("5", "a")
	require.True(t, s.Balance == 9500 && len(s.Round.Dealer) == 1 && !s.Round.Over && s.Round.Hands[0].Stake == 500, "dealt: %+v", s)
	assert.True(t, c.deal("5", "a").Round.ID == s.Round.ID && c.wallet.rounds == 1, "dealt twice: %d rounds", c.wallet.rounds)
	c.refuses("deal", map[string]string{`{"stake":5,"key":"b"}`: "busy"})
	s = c.move(0, "stand")
	want := 5 * pays(live.StakeFirst)
	require.Equal(t, expected.Hands[0].End, s.Round.Hands[0].End)
	require.True(t, s.Round.Win == want && s.Balance == 9500+want && len(s.Round.Dealer) >= 2, "stood: %+v, want %s", s, want)
	c.refuses("move", map[string]string{moveBody(1, "hit"): "no bet"})

	c = newBlackjack(t, func(deal dealing) bool { return deal("").Over && deal("").Hands[0].End == live.EndBlackjack })
	s = c.deal("5", "a")
	assert.Equal(t, "blackjack 107.5 12.5", fmt.Sprint(s.Round.Hands[0].End, " ", s.Balance, s.Round.Win), "paid at once")
}

// A double and a split stake again: a split pair whose second hand is doubled has three stakes.
func TestDoubleAndSplitStakeAgain(t *testing.T) {
	c := newBlackjack(t, going)
	expected, pays := c.after("d")
	c.deal("20", "a")
	s, want := c.move(0, "double"), 40*pays(live.StakeDouble)
	assert.True(t, s.Round.Stake == 4000 && s.Round.Win == want && s.Balance == 6000+want && len(s.Round.Hands[0].Cards) == 3 && c.wallet.rounds == 2,
		"%+v, want %+v", s, expected)

	c = newBlackjack(t, func(deal dealing) bool {
		return pair(deal) && deal("p").Turn == 0 && deal("ps").Turn == 1 // no hand is 21
	})
	expected, pays = c.after("psd")
	c.deal("20", "a")
	s = c.move(0, "split")
	require.True(t, s.Balance == 6000 && c.wallet.rounds == 2 && len(s.Round.Hands) == 2 && s.Round.Turn == 0 && s.Round.Hands[0].Stake == 2000 && s.Round.Hands[1].Stake == 2000 && !slices.Contains(s.Round.May, "split"),
		"split: %+v", s)
	c.post("move", moveBody(1, "stand"), http.StatusOK)
	s = c.get("hand")
	require.True(t, s.Round.Turn == 1 && s.Round.Step == 2 && !s.Round.Over, "reloaded: %+v", s)
	s = c.move(2, "double")
	first, second := 20*pays(live.StakeFirst), 40*pays(live.StakeSplit)
	assert.True(t, c.wallet.rounds == 3 && s.Round.Over && s.Round.Stake == 6000 && s.Round.Hands[1].Stake == 4000 && s.Round.Hands[0].Win == first && s.Round.Hands[1].Win == second && s.Balance == 4000+first+second,
		"doubled: %+v, want %+v", s, expected)
}

// Insurance stakes half of the first stake, which may be less than the minimum.
func TestInsurance(t *testing.T) {
	for _, hit := range []bool{true, false} {
		c := newBlackjack(t, func(deal dealing) bool { return offered(deal) && deal("i").Over == hit })
		s := c.deal("3", "a")
		require.Equal(t, []string{"decline", "insure"}, s.Round.May)
		require.Len(t, s.Round.Dealer, 1)
		s = c.move(0, "insure")
		assert.True(t, s.Round.Insurance == 150 && c.wallet.rounds == 2 && s.Round.Over == hit, "insured: %+v", s.Round)
		if hit && (s.Balance != 10_000 || s.Round.InsuranceWin != 450 || s.Round.Hands[0].End != live.EndLose) {
			t.Errorf("against a blackjack: %+v", s)
		}
		if !hit && (s.Balance != 9550 || s.Round.Win != 0 || !slices.Contains(s.Round.May, "stand")) {
			t.Errorf("against none: %+v", s)
		}
	}
	c := newBlackjack(t, func(deal dealing) bool { return deal("").May(live.MoveEven) })
	require.Equal(t, []string{"decline", "even"}, c.deal("20", "a").Round.May)
	s := c.move(0, "even")
	assert.True(t, s.Round.Hands[0].End == live.EndEven && s.Balance == 12_000 && c.wallet.rounds == 1, "even money: %+v", s)
}

func TestRoundTimesOut(t *testing.T) {
	for name, round := range map[string]struct {
		matches func(dealing) bool
		moves   string
	}{
		"without a move": {going, ""}, "offered insurance": {offered, ""}, "after the split": {pair, "p"},
	} {
		c := newBlackjack(t, round.matches)
		expected, pays := c.after(round.moves)
		stake, want := bff.MinorUnits(500), 5*pays(live.StakeFirst)
		c.deal("5", "a")
		if round.moves == "p" {
			stake, want = 1000, want+5*pays(live.StakeSplit)
			c.move(0, "split")
		}
		c.wallet.now = c.wallet.now.Add(live.HandTime)
		s := c.get("hand")
		assert.True(t, s.Round.Over && s.Round.Win == want && s.Balance == 10_000-stake+want && s.Round.Insurance == 0 && len(s.Round.May) == 0,
			"%s: %+v, want %+v", name, s, expected)
		for i, hand := range s.Round.Hands {
			assert.Equal(t, expected.Hands[i].End, hand.End, "%s, hand %d", name, i+1)
		}
	}
}

func TestBlackjackRefusals(t *testing.T) {
	for move, matches := range map[string]func(dealing) bool{"double": going, "split": pair, "insure": offered} {
		c := newBlackjack(t, matches)
		c.wallet.session.Balance = 2999
		c.deal("20", "a")
		c.refuses("move", map[string]string{moveBody(0, move): "insufficient funds"})
		s := c.get("hand")
		assert.True(t, !s.Round.Over && s.Round.Step == 0 && s.Balance == 999 && c.wallet.rounds == 1, "%s %+v", move, s)
	}
	c := newBlackjack(t, going)
	c.refuses("deal", map[string]string{
		`{"stake":1,"key":"a"}`: "bad stake", `{"stake":51,"key":"a"}`: "bad stake",
		`{"stake":2.5,"key":"a"}`: "bad stake", `{"stake":5}`: "bad request",
	})
	c.refuses("move", map[string]string{moveBody(0, "hit"): "no bet", moveBody(0, "surrender"): "bad request"})
	assert.Zero(t, c.wallet.rounds)
}
