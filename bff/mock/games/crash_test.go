package games

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/mock/games/crash"
)

type crashState struct {
	Error   string
	Phase   string
	Crash   *int64
	Point   *int64
	Balance json.Number
	History []struct{ Point int64 }
	Others  []struct{ Name string }
	Bets    []struct {
		ID      string
		Settled bool
		Win     json.Number
		Paid    int64
	}
}

// newCrashClient returns a client a second before the take-off of a round that crashes between
// 3.00 and 10.00, and the round.
func newCrashClient(t *testing.T) (client[crashState], crash.Round) {
	t.Helper()
	c := newClient[crashState](t, "crash", "zeplin", 96.5, 100)
	schedule := crashRounds(c.wallet.session, c.wallet)
	for range 1000 {
		round, _ := schedule.At(c.wallet.now, 0)
		if c.wallet.now.Before(round.Closes) && round.Point >= 300 && round.Point <= 1000 {
			c.wallet.now = round.Closes.Add(-time.Second)
			return c, round
		}
		c.wallet.now = round.Ends
	}
	t.Fatal("no such round")
	return c, crash.Round{}
}

func crashBody(round int64, hand int, auto int64, stake string) string {
	return bodyf(`{"round":%d,"hand":%d,"auto":%d,"stake":%s}`, round, hand, auto, stake)
}

func cashBody(id string) string { return `{"bet":"` + id + `"}` }

func TestCrashCashOutPaysTheMultiplierOfTheCasinosTime(t *testing.T) {
	c, round := newCrashClient(t)
	c.post("stake", crashBody(round.Number, 0, 0, "10"), http.StatusOK)
	placed := c.post("stake", crashBody(round.Number, 1, 150, "20"), http.StatusOK)
	require.True(t, len(placed.Bets) == 2 && placed.Balance == "70" && placed.Phase == "betting" && placed.Point == nil,
		"placed: %+v", placed)
	c.refuses("stake", map[string]string{crashBody(round.Number, 0, 0, "10"): "busy"})
	cash := cashBody(placed.Bets[0].ID)
	c.refuses("cash", map[string]string{cash: "closed"}) // before take-off
	c.wallet.now = round.Closes
	c.refuses("cash", map[string]string{cash: "closed"}) // at 1.00
	c.wallet.now = round.Closes.Add(crash.Multiplier(237).Time())
	flying := c.state()
	assert.True(t, flying.Phase == "flying" && flying.Point == nil && flying.Crash == nil && flying.Balance == "100", "%+v", flying)
	cashed := c.post("cash", cash, http.StatusOK)
	b := cashed.Bets[0]
	assert.Equal(t, "true 237 23.7 123.7", fmt.Sprint(b.Settled, b.Paid, " ", b.Win, " ", cashed.Balance))
	c.refuses("cash", map[string]string{cash: "no bet"})
	c.wallet.now = round.Settles
	over := c.state()
	require.NotNil(t, over.Point)
	assert.Equal(t, []int64{int64(round.Point), int64(round.Point)}, []int64{*over.Point, over.History[0].Point})
	assert.True(t, over.Phase == "crashed" && over.Balance == "123.7", "crashed: %+v", over)
	assert.Len(t, over.History, crashHistory)
	assert.GreaterOrEqual(t, len(over.Others), 14)
	assert.Equal(t, placed.Others, over.Others, "the simulated players")
}

func TestCrashRefusesLateCashOut(t *testing.T) {
	c, round := newCrashClient(t)
	cash := cashBody(c.post("stake", crashBody(round.Number, 0, 0, "10"), http.StatusOK).Bets[0].ID)
	c.wallet.now = c.wallet.now.Add(-30 * time.Minute)
	c.refuses("cash", map[string]string{cash: "closed"}) // after a moved clock
	c.wallet.now = round.Settles
	c.refuses("cash", map[string]string{cash: "no bet"})
	assert.EqualValues(t, "90", c.state().Balance)
}
