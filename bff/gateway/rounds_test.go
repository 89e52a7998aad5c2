package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/gateway"
	"croupier/bff/internal/indexkey"
	"croupier/bff/player/protection"
	"croupier/bff/store/embedded"
)

// The platform returns 251 rounds on two pages, and a bet. The last round of the first page is also
// the first round of the second.
func TestRoundsOfASession(t *testing.T) {
	r := newPlayer(t)
	since := r.now.In(time.FixedZone("", 3*60*60)) // of the brand
	r.now = since.Add(90 * time.Minute)
	at := since.Format(time.DateTime)
	var rounds []map[string]any
	for i := range 251 {
		rounds = append(rounds,
			map[string]any{"roundID": fmt.Sprint("r", min(i, 249)), "bet": 2, "win": 0.5, "created_at": at})
	}
	var failure error
	r.answer = func(_ context.Context, q *bff.UpstreamRequest) (*bff.Answer, error) {
		page := rounds
		switch q.Call.Name() {
		case "user/game_history":
			assert.Equal(t, at, q.Data["startDate"])
			offset, _ := json.Marshal(q.Data["offset"])
			if page = rounds[:250]; string(offset) != "0" {
				page = rounds[250:]
			}
		case "betframe/getCoupons":
			page = []map[string]any{{"couponID": 7, "stake": 10, "win": 25, "created_at": at}}
		}
		raw, err := json.Marshal(page)
		return answerOf(string(raw)), errors.Join(err, failure)
	}
	for _, want := range []string{`,"stakes":510,"wins":150,"net":-360}`, `}`} {
		_, e := r.call(api("limits/session", ""), cookie("s"))
		assert.Equal(t, `{"since":"`+at+`","minutes":90`+want, string(e.Data), "failure %v", failure)
		failure = bff.ReasonUnavailable
	}
}

// unwatched fetches rounds only when a game starts, not in the background.
type unwatched struct{ *protection.Service }

func (unwatched) MinuteDue(context.Context, *bff.Brand, string) bool { return false }

// A player has 12,000 rounds in the month, latest first. If the platform interrupts an attempt, the
// next one continues. Later attempts fetch only new rounds.
func TestLimitsCountAnyNumberOfRounds(t *testing.T) {
	r := newRealProtection(t, time.Date(2026, 1, 20, 12, 0, 0, 0, time.UTC))
	zone := r.marmara().Zone()
	moment := func(v any) time.Time {
		at, err := time.ParseInLocation(time.DateTime, fmt.Sprint(v), zone)
		require.NoError(t, err)
		return at
	}
	var asked, breakAfter int
	r.answer = func(_ context.Context, q *bff.UpstreamRequest) (*bff.Answer, error) {
		switch q.Call.Name() {
		case "casino/init_game":
			return answerOf(`{"url":"https://game"}`), nil
		case "user/game_history":
			if asked++; asked == breakAfter {
				return nil, bff.ReasonUnavailable
			}
			from, until := moment(q.Data["startDate"]), moment(q.Data["endDate"])
			offset, _ := strconv.Atoi(fmt.Sprint(q.Data["offset"]))
			page := []string{}
			for i, at := 0, r.now; i < 12_000 && len(page) < 250; i, at = i+1, at.Add(-2*time.Minute) {
				if !at.Before(from) && !at.After(until) {
					if offset--; offset < 0 {
						page = append(page,
							fmt.Sprintf(`{"roundID":"%d","bet":1,"win":0,"created_at":%q}`,
								at.Unix(), at.In(zone).Format(time.DateTime)))
					}
				}
			}
			return answerOf("[" + strings.Join(page, ",") + "]"), nil
		}
		return answerOf("[]"), nil
	}
	attempt := func(want int) {
		asked = 0
		w, e := r.call(api("casino/init_game", game), cookie("s"))
		assert.Equal(t, want, w.Code, "%v: %s", r.now, e.Message)
	}
	_, e := r.call(api("limits/set", `{"kind":"stake","period":"month","amount":15000}`), cookie("s"))
	require.True(t, e.Result, e.Message)
	for breakAfter = 40; breakAfter > 0; breakAfter -= 20 {
		attempt(http.StatusServiceUnavailable)
	}
	attempt(http.StatusOK)
	_, e = r.call(api("limits/get", ""), cookie("s"))
	assert.Contains(t, string(e.Data), `"used":12000,`)
	r.now = r.now.Add(time.Hour)
	attempt(http.StatusOK)
	assert.LessOrEqual(t, asked, 2, "calls of a later attempt")
}

// newRealProtection returns a gateway with real limits and an open session "s".
func newRealProtection(t *testing.T, now time.Time) (r *fixture) {
	db, err := embedded.Open(t.TempDir(), embedded.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { _ = db.Close() })
	service := protection.NewService(protection.NewRegister(db.KeyedRecords("protection"),
		indexkey.New()), new(embedded.Bus), slog.New(slog.DiscardHandler),
		func(*bff.Brand, string) time.Time { return r.now })
	r = newFixture(t, func(o *gateway.Options) { o.Protection = unwatched{service} })
	r.now = now
	r.sessions.open("s", func(s *bff.Session) { s.LoginAt = r.now })
	return r
}

// A player plays a round per minute during the night in which clocks are set back. The platform
// reports local times.
func TestRoundsOfARepeatedHourCount(t *testing.T) {
	for name, start := range map[string]time.Time{
		"Europe/Berlin":    time.Date(2026, 10, 24, 23, 0, 0, 0, time.UTC),
		"America/New_York": time.Date(2026, 11, 1, 4, 0, 0, 0, time.UTC),
	} {
		r := newRealProtection(t, start)
		zone, err := time.LoadLocation(name)
		require.NoError(t, err)
		r.marmara().TimeZone = zone
		played := 0
		r.answer = func(_ context.Context, q *bff.UpstreamRequest) (*bff.Answer, error) {
			switch q.Call.Name() {
			case "casino/init_game":
				return answerOf(`{"url":"https://game"}`), nil
			case "user/game_history":
				page := []string{}
				offset, _ := strconv.Atoi(fmt.Sprint(q.Data["offset"]))
				played = 0
				for at := start.Add(time.Minute); !at.After(r.now); at = at.Add(time.Minute) {
					played++
					text := at.In(zone).Format(time.DateTime)
					if text >= fmt.Sprint(q.Data["startDate"]) && text <= fmt.Sprint(q.Data["endDate"]) {
						if offset--; offset < 0 && len(page) < 250 {
							page = append(page,
								fmt.Sprintf(`{"roundID":"%d","bet":1,"win":0,"created_at":%q}`, at.Unix(), text))
						}
					}
				}
				return answerOf("[" + strings.Join(page, ",") + "]"), nil
			}
			return answerOf("[]"), nil
		}
		_, e := r.call(api("limits/set", `{"kind":"stake","period":"day","amount":15000}`), cookie("s"))
		require.True(t, e.Result, e.Message)
		for range 60 {
			r.now = r.now.Add(5 * time.Minute)
			w, e := r.call(api("casino/init_game", game), cookie("s"))
			require.Equal(t, http.StatusOK, w.Code, e.Message)
		}
		_, e = r.call(api("limits/get", ""), cookie("s"))
		assert.Contains(t, string(e.Data), fmt.Sprintf(`"used":%d,`, played), name)
	}
}
