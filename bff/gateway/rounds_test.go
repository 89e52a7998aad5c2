package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"croupier/bff"
)

// The platform tells 251 rounds on two pages, and a bet; the first round of the second page was on the first one, too.
func TestRoundsOfASession(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s")
	const layout = "2006-01-02 15:04:05"
	since := r.now.In(time.FixedZone("", 3*60*60)) // of the brand
	r.now = since.Add(90 * time.Minute)
	var rounds []map[string]any
	for i := range 251 {
		rounds = append(rounds, map[string]any{"roundID": fmt.Sprint("r", min(i, 249)), "bet": 2, "win": 0.5, "created_at": since.Format(layout)})
	}
	var failure error
	r.answer = func(_ context.Context, q *bff.UpstreamRequest) (*bff.Answer, error) {
		page := rounds
		switch q.Call.Name() {
		case "user/game_history":
			if from := q.Data["startDate"]; from != since.Format(layout) {
				t.Errorf("asked for rounds since %v", from)
			}
			offset, _ := json.Marshal(q.Data["offset"])
			if page = rounds[:250]; string(offset) != "0" {
				page = rounds[250:]
			}
		case "betframe/getCoupons":
			page = []map[string]any{{"couponID": 7, "stake": 10, "win": 25, "created_at": since.Format(layout)}}
		}
		raw, err := json.Marshal(page)
		return &bff.Answer{Result: true, Code: 200, Data: raw}, errors.Join(err, failure)
	}
	told := func() string {
		_, e := r.call(api("limits/session", ""), cookie("s"))
		return string(e.Data)
	}
	from := since.Format(layout)
	if got, want := told(), `{"since":"`+from+`","minutes":90,"stakes":510,"wins":150,"net":-360}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	failure = bff.ReasonUnavailable
	if got, want := told(), `{"since":"`+from+`","minutes":90}`; got != want {
		t.Errorf("without the platform: got %s, want %s", got, want)
	}
}

// Whoever uses the site signed in spends time, also with calls that a break leaves open.
func TestPresenceIsNoted(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s")
	r.protection.noted = make(chan string, 9)
	r.call(api("finance/check_balance", ""), cookie("s"))
	if got := <-r.protection.noted; got != "marmara "+r.sessions.byToken["s"].Identity.Player() {
		t.Errorf("noted %s", got)
	}
	r.call(api("casino/games_list", ""))
	if len(r.protection.noted) != 0 {
		t.Error("a guest was noted")
	}
	if r.call(api("casino/init_game", `{"gameID":1001}`), cookie("s")); r.protection.platform.Rounds == nil {
		t.Error("the start of a game was decided without the platform's rounds")
	}
}
