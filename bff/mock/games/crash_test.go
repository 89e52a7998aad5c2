package games

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"croupier/bff"
	"croupier/bff/mock/games/crash"
)

// crashTester plays the crash game of one session.
type crashTester struct{ player[seenTable] }

func newCrashTester(t *testing.T) *crashTester {
	return &crashTester{newPlayer[seenTable](t, "crash", "zeplin", 96.5, 100)}
}

// seenTable is an answer of the table, as a page reads it.
type seenTable struct {
	Error   string
	Round   int64
	Phase   string
	Now     int64
	Takeoff int64
	Crash   *int64
	Point   *int64
	Balance json.Number
	History []struct{ Point int64 }
	Others  []struct{ Name string }
	Bets    []struct {
		ID         string
		Hand       int
		Settled    bool
		Win        json.Number
		Paid, Auto int64
	}
}

// before winds the clock to a second before the take-off of a round that crashes within
// bounds, and gives the round.
func (c *crashTester) before(least, most crash.Multiplier) crash.Round {
	c.t.Helper()
	rounds := crashRounds(c.wallet.session, c.wallet)
	for range 1000 {
		round, _ := rounds.At(c.wallet.now, 0)
		if c.wallet.now.Before(round.Closes) && round.Point >= least && round.Point <= most {
			c.wallet.now = round.Closes.Add(-time.Second)
			return round
		}
		c.wallet.now = round.Ends
	}
	c.t.Fatal("no such round")
	return crash.Round{}
}

func bet(round int64, hand int, auto int64, stake string) string {
	return fmt.Sprintf(`{"round":%d,"hand":%d,"auto":%d,"stake":%s}`, round, hand, auto, stake)
}

func TestACashOutIsPaidByTheCasinosClock(t *testing.T) {
	c := newCrashTester(t)
	round := c.before(300, 1000)
	c.post("stake", bet(round.Number, 0, 0, "10"), http.StatusOK)
	placed := c.post("stake", bet(round.Number, 1, 150, "20"), http.StatusOK)
	if len(placed.Bets) != 2 || placed.Balance != "70" || placed.Phase != "betting" || placed.Point != nil {
		t.Fatalf("placed: %+v", placed)
	}
	id := placed.Bets[0].ID
	if got := c.post("cash", `{"bet":"`+id+`"}`, http.StatusConflict); got.Error != "closed" {
		t.Errorf("cashing on the ground: %q", got.Error)
	}
	c.wallet.now = round.Closes
	if got := c.post("cash", `{"bet":"`+id+`"}`, http.StatusConflict); got.Error != "closed" {
		t.Errorf("cashing at 1.00: %q", got.Error)
	}
	c.wallet.now = round.Closes.Add(crash.Multiplier(237).Time())
	flying := c.state()
	if flying.Phase != "flying" || flying.Point != nil || flying.Crash != nil || flying.Balance != "100" {
		t.Errorf("in the air, with 20 at 1.50 paid: %+v", flying)
	}
	cashed := c.post("cash", `{"bet":"`+id+`"}`, http.StatusOK)
	if b := cashed.Bets[0]; !b.Settled || b.Paid != 237 || b.Win != "23.7" || cashed.Balance != "123.7" {
		t.Errorf("cashed: %+v, balance %s", b, cashed.Balance)
	}
	if got := c.post("cash", `{"bet":"`+id+`"}`, http.StatusConflict); got.Error != "no bet" {
		t.Errorf("cashing twice: %q", got.Error)
	}
	c.wallet.now = round.Settles
	over := c.state()
	if over.Phase != "crashed" || *over.Point != int64(round.Point) || over.History[0].Point != int64(round.Point) || over.Balance != "123.7" {
		t.Errorf("crashed: %+v", over)
	}
	if len(over.History) != crashHistory || len(over.Others) < 14 {
		t.Errorf("%d rounds, %d others", len(over.History), len(over.Others))
	}
}

func TestTheClockEndsBetsOfAClosedPage(t *testing.T) {
	for _, s := range []struct {
		auto    int64
		balance string
		paid    int64
	}{{0, "90", 0}, {200, "110", 200}, {100_000, "90", 0}} {
		c := newCrashTester(t)
		round := c.before(200, 900)
		c.post("stake", bet(round.Number, 0, s.auto, "10"), http.StatusOK)
		c.wallet.now = c.wallet.now.Add(48 * time.Hour)
		if got := c.state(); got.Balance != json.Number(s.balance) || !got.Bets[0].Settled || got.Bets[0].Paid != s.paid {
			t.Errorf("auto %d, crash at %d: %+v", s.auto, round.Point, got.Bets)
		}
	}
}

func TestTooLateIsTooLate(t *testing.T) {
	c := newCrashTester(t)
	round := c.before(300, 1000)
	placed := c.post("stake", bet(round.Number, 0, 0, "10"), http.StatusOK)
	c.wallet.now = round.Closes
	if got := c.post("stake", bet(round.Number, 1, 0, "10"), http.StatusConflict); got.Error != "closed" {
		t.Errorf("a stake at take-off: %q", got.Error)
	}
	c.wallet.now = round.Settles
	if got := c.post("cash", `{"bet":"`+placed.Bets[0].ID+`"}`, http.StatusConflict); got.Error != "no bet" {
		t.Errorf("cashing at the crash: %q", got.Error)
	}
	if got := c.state(); got.Balance != "90" {
		t.Errorf("the balance is %s", got.Balance)
	}
}

func TestAMovedClockLeavesTheMoneyAlone(t *testing.T) {
	c := newCrashTester(t)
	round := c.before(300, 1000)
	placed := c.post("stake", bet(round.Number, 0, 0, "10"), http.StatusOK)
	c.wallet.now = c.wallet.now.Add(-30 * time.Minute)
	if got := c.post("cash", `{"bet":"`+placed.Bets[0].ID+`"}`, http.StatusConflict); got.Error != "closed" || c.state().Balance != "90" {
		t.Errorf("cashing before the round: %q", got.Error)
	}
	c.wallet.now = round.Closes.Add(crash.Multiplier(200).Time())
	if got := c.post("cash", `{"bet":"`+placed.Bets[0].ID+`"}`, http.StatusOK); got.Balance != "110" {
		t.Errorf("the balance is %s", got.Balance)
	}
}

func TestCrashRefusesWhatIsNoBet(t *testing.T) {
	c := newCrashTester(t)
	n := c.before(100, 1000).Number
	c.post("stake", bet(n, 0, 0, "10"), http.StatusOK)
	c.refuses("stake", map[string]string{
		bet(n, 0, 0, "10"):                    "busy",
		bet(n+1, 1, 0, "10"):                  "closed",
		bet(n-1, 1, 0, "10"):                  "closed",
		bet(n, 2, 0, "10"):                    "bad request",
		bet(n, -1, 0, "10"):                   "bad request",
		bet(n, 1, 100, "10"):                  "bad request",
		bet(n, 1, 100_001, "10"):              "bad request",
		bet(n, 1, -5, "10"):                   "bad request",
		bet(n, 1, 0, "0.5"):                   "bad stake",
		bet(n, 1, 0, "1.5"):                   "bad stake",
		bet(n, 1, 0, "-10"):                   "bad stake",
		bet(n, 1, 0, "501"):                   "bad stake",
		bet(n, 1, 0, "100"):                   "insufficient funds",
		`{"round":1,"paid":900}`:              "bad request",
		`{"round":1,"hand":0,"stake":"much"}`: "bad request",
	})
	if got := c.state(); got.Balance != "90" || len(got.Bets) != 1 {
		t.Errorf("something was staked: %+v", got)
	}
}

// TestAnAnswerWaitsForNews holds a page's question until the round's next phase, or a second.
func TestAnAnswerWaitsForNews(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrashTester(t)
		round := c.before(300, 1000)
		ask := func(seen string) time.Duration {
			began := time.Now()
			c.read(get(c.h, Prefix+"crash/"+fakeToken+"/state?seen="+seen), http.StatusOK)
			return time.Since(began)
		}
		now := fmt.Sprintf("%d.betting", round.Number)
		if d := ask(""); d != 0 {
			t.Errorf("the first question waits %v", d)
		}
		if d := ask(fmt.Sprintf("%d.flying", round.Number)); d != 0 {
			t.Errorf("a question after another phase waits %v", d)
		}
		if d := ask(now); d != time.Second {
			t.Errorf("with a second to take-off: %v", d)
		}
		c.wallet.now = round.Closes.Add(-400 * time.Millisecond)
		if d := ask(now); d != 400*time.Millisecond {
			t.Errorf("with 400 ms to take-off: %v", d)
		}
		c.wallet.now = round.Closes.Add(-7 * time.Second)
		if d := ask(now); d != maxPoll {
			t.Errorf("with seven seconds to take-off: %v", d)
		}
	})
}

// TestOthersSayNothingOfTheCrash compares tables of one round before and after its crash:
// what a page is told of the others is the same.
func TestOthersSayNothingOfTheCrash(t *testing.T) {
	c := newCrashTester(t)
	round := c.before(300, 1000)
	before := c.state()
	c.wallet.now = round.Settles
	if after := c.state(); fmt.Sprint(after.Others) != fmt.Sprint(before.Others) {
		t.Error("the others have changed")
	}
}

func TestPlaysOutliveTheirWriting(t *testing.T) {
	for _, want := range []crash.Bet{{}, {Hand: 1}, {Hand: 0, Auto: 101}, {Hand: 1, Auto: 250}, {Hand: 1, Auto: crash.Cap}} {
		if got := parseCrashPlay(formatCrashPlay(want)); got != want {
			t.Errorf("%+v is read as %+v", want, got)
		}
	}
}

// TestSettlingPaysWhatTheTableShows settles many bets by their round's chance alone.
func TestSettlingPaysWhatTheTableShows(t *testing.T) {
	session := newCrashTester(t).wallet.session
	for n := range uint64(2000) {
		chance := func() *rand.Rand { return rand.New(rand.NewPCG(9, n)) }
		point := crash.Draw(chance(), session.RTP)
		for _, auto := range []crash.Multiplier{0, 101, 200, 1000} {
			var want bff.MinorUnits
			if auto > 0 && auto <= point {
				want = 7 * bff.MinorUnits(auto)
			}
			if got := Settle("crash", session, Bet{Stake: 700, Play: formatCrashPlay(crash.Bet{Auto: auto})}, chance()); got != want && point < crash.Cap {
				t.Fatalf("crash at %d, auto %d: %s, want %s", point, auto, got, want)
			}
		}
	}
}
